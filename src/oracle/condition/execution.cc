#include "oracle/condition/execution.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>

namespace grabr {
namespace {

constexpr int kSignalBase = 128;
constexpr std::string_view kFolderMark("\0folder\0", 8);  // unlikely to occur in output

std::string without_folder(const std::string& text, const std::string& folder) {
  if (folder.empty()) return text;
  std::string result;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(folder, from)) != std::string::npos;) {
    result.append(text, from, at - from);
    result += kFolderMark;
    from = at + folder.size();
  }
  return result.append(text, from);
}

/// One output stream of an execution.
struct Stream {
  const std::string& text;
  const Hash128& hash;
  const std::string& folder;

  bool complete() const { return hash128(text) == hash; }
};

template <typename Ended>
std::string end_in_words(const Ended& one, const std::string& failure) {
  if (!failure.empty()) return "could not be run: " + failure;
  if (one.timed_out) return "did not end in time";
  if (one.signal > 0) return "was ended by " + signal_name(one.signal);
  return "ended with exit status " + std::to_string(one.exit_code);
}

bool same(const Stream& a, const Stream& b) {
  if (a.hash == b.hash) return true;
  if (!a.complete() || !b.complete()) return false;
  return without_folder(a.text, a.folder) == without_folder(b.text, b.folder);
}

}  // namespace

int exit_status(const Execution& execution) {
  return execution.signal > 0 ? kSignalBase + execution.signal : execution.exit_code;
}

std::string how_it_ended(const Execution& execution) {
  return end_in_words(execution, execution.failure);
}

std::string how_it_ended(const TestResult& result) {
  return end_in_words(result, result.infrastructure);
}

bool end_alike(const Execution& a, const Execution& b) {
  if (a.timed_out || b.timed_out) return a.timed_out == b.timed_out;
  return exit_status(a) == exit_status(b);
}

bool same_output(const Execution& a, const Execution& b) {
  if (a.timed_out && b.timed_out) return true;
  return same({a.output, a.output_hash, a.folder}, {b.output, b.output_hash, b.folder});
}

bool same_errors(const Execution& a, const Execution& b) {
  if (a.timed_out && b.timed_out) return true;
  return same({a.errors, a.errors_hash, a.folder}, {b.errors, b.errors_hash, b.folder});
}

// Signal names of POSIX and of particular systems. Real-time signals have none.

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
