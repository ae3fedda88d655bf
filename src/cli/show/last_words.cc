// The words are prepared in advance, because a signal handler may neither allocate memory nor use a
// stream. The handler has its own stack, as the normal one may have overflowed. Tested by
// tests/check_faults.py.
#include "cli/show/last_words.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>

#include "cli/show/error_stream.h"
#include "cli/show/terminal.h"
#include "text/build.h"
#include "text/escape.h"

namespace grabr {
namespace {

struct Fault {
  int signal;
  std::string_view name;
};
constexpr Fault kFaults[] = {{SIGSEGV, "SIGSEGV"},
                             {SIGBUS, "SIGBUS"},
                             {SIGFPE, "SIGFPE"},
                             {SIGILL, "SIGILL"},
                             {SIGABRT, "SIGABRT"}};
constexpr std::size_t kMaxWordsBytes = 6000;  // bytes: paths are shorter
constexpr std::size_t kMaxLineBytes = kMaxWordsBytes + 100;
constexpr std::size_t kStack = std::size_t{1} << 16;

/// The data of signal handlers, prepared before any signal.
struct Prepared {
  pid_t speaker = 0;  ///< this process, not its forks
  bool over_status = false;
  std::array<char, kMaxWordsBytes> words;  ///< the text after the fault's name
  std::atomic<std::size_t> size = 0;       ///< bytes in `words`
  std::array<std::byte, kStack> stack;
  std::string best_result;
};
Prepared prepared;

void prepare_words() {
  prepared.size = 0;
  prepared.size = (words_after_fault() + '\n').copy(prepared.words.data(), kMaxWordsBytes);
}

extern "C" void on_fault(int signal) {
  if (prepared.speaker == ::getpid()) {
    restore_terminal();
    std::array<char, kMaxLineBytes> line;
    std::size_t size = 0;
    const auto add = [&](std::string_view text) {
      size += text.copy(line.data() + size, line.size() - size);
    };
    if (prepared.over_status) add("\r\x1b[K");
    add("grabr: internal error: ");
    for (const Fault& fault : kFaults) {
      if (fault.signal == signal) add(fault.name);
    }
    add({prepared.words.data(), prepared.size});
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), size);
  }
  ::raise(signal);  // this handler is no longer installed
}

}  // namespace

void speak_before_death() {
  prepared.speaker = ::getpid();
  prepared.over_status = has_status_line();
  prepare_words();
  stack_t own{};
  own.ss_sp = prepared.stack.data();
  own.ss_size = kStack;
  ::sigaltstack(&own, nullptr);
  for (const Fault& fault : kFaults) {
    struct sigaction action {};
    if (::sigaction(fault.signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = on_fault;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(fault.signal, &action, nullptr);
  }
}

void note_best_result(const std::filesystem::path& path) {
  if (path.string() == prepared.best_result) return;
  prepared.best_result = path.string();
  prepare_words();
}

std::string words_after_fault() {
  const std::string& best = prepared.best_result;
  const std::string kept = best.empty() ? "no result was saved yet"
                                        : "the best result so far is in " + escaped(best, "") +
                                              ", and the same call goes on from there";
  return " (grabr " + std::string(build_version()) + "); " + kept +
         "; please report it, with the input";
}

}  // namespace grabr
