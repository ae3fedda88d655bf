#include "cli/interruption.h"

#include <csignal>
#include <unistd.h>

#include <sstream>
#include <utility>

#include "text/error.h"

namespace grabr {
namespace {

volatile std::sig_atomic_t received_signal = 0;
Oracle* running_oracle = nullptr;
int nesting = 0;

extern "C" void on_stop_signal(int signal) {
  if (received_signal != 0) _exit(128 + signal);
  received_signal = signal;
  if (running_oracle != nullptr) running_oracle->wake();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interruption::Interruption(Oracle& oracle) : Interruption() { running_oracle = &oracle; }

Interruption::Interruption() : outer_(running_oracle) {
  running_oracle = nullptr;
  if (nesting++ > 0) return;
  received_signal = 0;
  handle(SIGINT, on_stop_signal);
  handle(SIGTERM, on_stop_signal);
}

// After a signal the handlers stay: a second one, while things are put away, ends the program with
// the same status as during the search.
Interruption::~Interruption() {
  running_oracle = outer_;
  if (--nesting > 0 || received_signal != 0) return;
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
}

void Interruption::check() {
  if (received_signal == SIGINT) throw Error(Exit::kInterrupted, "interrupted");
  if (received_signal == SIGTERM) throw Error(Exit::kTerminated, "terminated");
}

StopCheck::StopCheck(double max_seconds, std::uint64_t small_enough_bytes)
    : max_seconds_(max_seconds), small_enough_bytes_(small_enough_bytes), start_(Clock::now()) {}

// An accepted candidate is not the session's best yet: it must not be lost.
void StopCheck::on_test(const TestRecord& record) {
  if (!record.accepted) check();
}

void StopCheck::on_best(std::string_view text) {
  check();
  if (small_enough_bytes_ == 0 || text.size() > small_enough_bytes_) return;
  if (std::exchange(was_small_enough_, true)) return;
  throw SmallEnough(text.size());
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
