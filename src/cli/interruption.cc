#include "cli/interruption.h"

#include <csignal>
#include <unistd.h>

#include <sstream>
#include <utility>

#include "text/error.h"

namespace grabr {
namespace {

constexpr int kStopSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t received_signal = 0;
volatile std::sig_atomic_t status_requested = 0;
Oracle* running_oracle = nullptr;
int nesting = 0;

extern "C" void on_stop_signal(int signal) {
  if (received_signal != 0) {
    if (signal != SIGHUP) _exit(128 + signal);
    return;
  }
  received_signal = signal;
  if (running_oracle != nullptr) running_oracle->wake();
}

extern "C" void on_status_request(int) { status_requested = 1; }

void handle(int signal, void (*handler)(int), int flags = 0) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// nohup wants SIGHUP to be of no matter.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Of those signals that end a command.
void handle_stop_signals(void (*handler)(int)) {
  for (const int signal : kStopSignals) {
    if (signal != SIGHUP || !is_ignored(signal)) handle(signal, handler);
  }
}

}  // namespace

void answer_status_requests() {
  if (!is_ignored(SIGUSR1)) handle(SIGUSR1, on_status_request, SA_RESTART);
}

bool take_status_request() {
  if (status_requested == 0) return false;
  status_requested = 0;
  return true;
}

Interruption::Interruption(Oracle& oracle) : Interruption() { running_oracle = &oracle; }

Interruption::Interruption() : outer_(running_oracle) {
  running_oracle = nullptr;
  if (nesting++ > 0) return;
  received_signal = 0;
  handle_stop_signals(on_stop_signal);
}

// After a signal the handlers stay: a second one, while things are put away, ends the program with
// the same status as during the search.
Interruption::~Interruption() {
  running_oracle = outer_;
  if (--nesting > 0 || received_signal != 0) return;
  handle_stop_signals(SIG_DFL);
}

void Interruption::check() {
  if (received_signal == SIGINT) throw Error(Exit::kInterrupted, "interrupted");
  if (received_signal == SIGTERM) throw Error(Exit::kTerminated, "terminated");
  if (received_signal == SIGHUP) throw Error(Exit::kHungUp, "hung up: the terminal is gone");
}

StopCheck::StopCheck(double max_seconds, std::uint64_t small_enough_bytes, Encoding encoding)
    : max_seconds_(max_seconds),
      small_enough_bytes_(small_enough_bytes),
      encoding_(encoding),
      start_(Clock::now()) {}

// An accepted candidate is not the session's best yet: it must not be lost.
void StopCheck::on_test(const TestRecord& record) {
  if (!record.accepted) check();
}

void StopCheck::on_best(std::string_view text) {
  check();
  if (small_enough_bytes_ == 0) return;
  const std::size_t bytes = encoded_size(text, encoding_);
  if (bytes > small_enough_bytes_) return;
  if (std::exchange(was_small_enough_, true)) return;
  throw SmallEnough(bytes);
}

void StopCheck::check() const {
  Interruption::check();
  if (max_seconds_ <= 0 || seconds_between(start_, Clock::now()) < max_seconds_) return;
  std::ostringstream message;
  message << "the time of " << max_seconds_ << " s is up";
  throw Error(Exit::kBudget, message.str());
}

Deadline StopCheck::deadline() const {
  if (max_seconds_ <= 0) return std::nullopt;
  const std::chrono::duration<double> length(max_seconds_);
  return start_ + std::chrono::ceil<Clock::duration>(length);
}

}  // namespace grabr
