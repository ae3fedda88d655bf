// Signal names: POSIX's, and those of particular systems. Real-time signals have none.
#include "oracle/condition/signals.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace grabr {
namespace {

constexpr int kMaxSignal = 64;

struct Named {
  std::string_view name;
  int number;
};

constexpr auto kSignals = std::to_array<Named>({
    {"HUP", SIGHUP},       {"INT", SIGINT},   {"QUIT", SIGQUIT}, {"ILL", SIGILL},
    {"TRAP", SIGTRAP},     {"ABRT", SIGABRT}, {"BUS", SIGBUS},   {"FPE", SIGFPE},
    {"KILL", SIGKILL},     {"USR1", SIGUSR1}, {"SEGV", SIGSEGV}, {"USR2", SIGUSR2},
    {"PIPE", SIGPIPE},     {"ALRM", SIGALRM}, {"TERM", SIGTERM}, {"CHLD", SIGCHLD},
    {"CONT", SIGCONT},     {"STOP", SIGSTOP}, {"TSTP", SIGTSTP}, {"TTIN", SIGTTIN},
    {"TTOU", SIGTTOU},     {"URG", SIGURG},   {"XCPU", SIGXCPU}, {"XFSZ", SIGXFSZ},
    {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"SYS", SIGSYS},   {"WINCH", SIGWINCH},
    {"IOT", SIGABRT},
#ifdef SIGIO
    {"IO", SIGIO},
#endif
#ifdef SIGPOLL
    {"POLL", SIGPOLL},
#endif
#ifdef SIGPWR
    {"PWR", SIGPWR},
#endif
#ifdef SIGSTKFLT
    {"STKFLT", SIGSTKFLT},
#endif
});

}  // namespace

std::optional<int> signal_by_name(std::string_view name) {
  int number = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, problem] = std::from_chars(name.data(), end, number);
  if (problem == std::errc() && stop == end) {
    return number >= 1 && number <= kMaxSignal ? std::optional(number) : std::nullopt;
  }
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (upper.starts_with("SIG")) upper.erase(0, 3);
  const auto found = std::find_if(kSignals.begin(), kSignals.end(),
                                  [&](const Named& signal) { return signal.name == upper; });
  return found != kSignals.end() ? std::optional(found->number) : std::nullopt;
}

std::string signal_name(int number) {
  const auto found = std::find_if(kSignals.begin(), kSignals.end(),
                                  [&](const Named& signal) { return signal.number == number; });
  if (found == kSignals.end()) return "signal " + std::to_string(number);
  return "SIG" + std::string(found->name);
}

}  // namespace grabr
