#include "cli/show/interruption.h"

#include <unistd.h>

#include <csignal>

#include "cli/show/terminal.h"
#include "oracle/oracle.h"
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
    if (signal == SIGHUP) return;
    restore_terminal();
    _exit(128 + signal);
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

/// nohup relies on SIGHUP being ignored.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Sets the handler of the signals that end a command.
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

Interruption::Interruption(Oracle* oracle) : outer_(running_oracle) {
  running_oracle = nullptr;
  if (nesting++ == 0) {
    received_signal = 0;
    handle_stop_signals(on_stop_signal);
  }
  running_oracle = oracle;
}

// The handlers stay after a signal: a second one, during the clean-up, ends the program with the
// same status as during the search.
Interruption::~Interruption() {
  running_oracle = outer_;
  if (--nesting > 0 || received_signal != 0) return;
  handle_stop_signals(SIG_DFL);
}

void Interruption::check() {
  if (const auto stop = StopSignals().asked()) throw Error(stop->kind, stop->reason);
}

std::optional<StopReason> StopSignals::asked() const {
  if (received_signal == SIGINT) return StopReason{ErrorKind::kInterrupted, "interrupted"};
  if (received_signal == SIGTERM) return StopReason{ErrorKind::kTerminated, "terminated"};
  if (received_signal == SIGHUP)
    return StopReason{ErrorKind::kHungUp, "hung up: the terminal is gone"};
  return std::nullopt;
}

void StopSignals::begin(Oracle* oracle) {
  watching_.push_back(std::make_unique<Interruption>(oracle));
}

void StopSignals::end() { watching_.pop_back(); }

}  // namespace grabr
