// From lines that a program writes when it fails to a regular expression that finds them again, as
// short as it may be: without what differs from run to run (addresses, numbers of processes) and
// what the reduction changes (names and places in the input).
//
//   ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602
//     → AddressSanitizer: heap-buffer-overflow
//   a.c:3:9: runtime error: index 9 out of bounds for type 'int [4]'
//     → runtime error: index [0-9]+ out of bounds
//   ZeroDivisionError: division by zero
//     → ZeroDivisionError
//   a.c:3:1: internal compiler error: in f, at g.cc:12
//     → internal compiler error: in f, at g\.cc:12
//   a.c:3:9: error: unknown type name 'x'
//     → error: unknown type name
//
// Tested by tests/run/symptom_test.cc.
#include "run/check/symptom.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <vector>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/execution.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kMostWords = 8;
constexpr int kSignalBase = 128;

constexpr std::array kCrashSignals = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};

/// What follows is the failure's own text to the end of the line, numbers included.
constexpr std::array<std::string_view, 9> kInternalErrors = {"internal compiler error",
                                                             "internal error",
                                                             "Assertion",
                                                             "panicked at",
                                                             "LLVM ERROR",
                                                             "UNREACHABLE executed at",
                                                             "panic: runtime error: ",
                                                             "panic: ",
                                                             "terminate called after"};

constexpr std::array<std::string_view, 7> kNoMemory = {
    "bad_alloc",   "cannot allocate memory", "out of memory",       "memory exhausted",
    "memoryerror", "failed to map segment",  "memory allocation of"};

using Line = std::string_view;

std::vector<Line> split_lines(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Line line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool has(Line line, std::string_view part) { return line.find(part) != Line::npos; }

Line cut_blanks(Line line) {
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  return line;
}

/// The word at the front, with the blank before it.
Line next_word(Line line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(0, line.find(' ', begin));
}

/// An expression for this text; a quote would be hard to read in quotes.
std::string pattern_of(Line text) {
  constexpr std::string_view kSpecial = "\\.+*?()|[]{}^$";
  std::string pattern;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20 && byte < 0x7F && c != '\'';
    if (plain && kSpecial.find(c) != kSpecial.npos) pattern += '\\';
    pattern += plain ? c : '.';
  }
  return pattern;
}

/// The same with "[0-9]+" for every number.
std::string pattern_without_numbers(Line text) {
  std::string pattern;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end > at) pattern += "[0-9]+";
    at = end;
    while (end < text.size() && !is_digit(text[end])) ++end;
    pattern += pattern_of(text.substr(at, end - at));
    at = end;
  }
  return pattern;
}

/// The beginning that does not depend on the run or the input: up to an address, a path, something
/// in quotes or in brackets, and not beyond a colon.
Line steady_part(Line text) {
  std::size_t length = 0;
  for (std::size_t words = 0; words < kMostWords; ++words) {
    const Line word = next_word(text.substr(length));
    const Line bare = word.substr(std::min(word.find_first_not_of(' '), word.size()));
    if (bare.empty() || bare.starts_with("0x") || has(bare, "/") ||
        bare.find_first_of("([{'\"`<") != Line::npos || bare == "on") {
      break;
    }
    length += word.size();
    if (words > 0 && bare.ends_with(':')) {
      --length;
      break;
    }
  }
  return cut_blanks(text.substr(0, length));
}

/// "AddressSanitizer: heap-buffer-overflow" in the line of a report.
Line sanitizer_kind(Line line) {
  for (const std::string_view name : {"Sanitizer: ", "libFuzzer: "}) {
    const std::size_t at = line.find(name);
    if (at == Line::npos) continue;
    std::size_t begin = at;
    while (begin > 0 && is_letter(line[begin - 1])) --begin;
    const Line kind = steady_part(line.substr(at + name.size()));
    const bool reports = has(line, "ERROR: ") || has(line, "WARNING: ");
    if (reports && !kind.empty()) return line.substr(begin, at + name.size() - begin + kind.size());
  }
  return {};
}

/// UBSan's, which has a place before it: "a.c:3:9: runtime error: division by zero".
Line undefined_behaviour(Line line) {
  constexpr std::string_view kWords = ": runtime error: ";
  const std::size_t at = line.find(kWords);
  if (at == Line::npos || at == 0) return {};
  const Line place = line.substr(0, at);
  const std::size_t colon = place.rfind(':');
  const bool has_column =
      colon != Line::npos && colon > 0 && is_digit(place.back()) && is_digit(place[colon - 1]);
  if (!has_column && !place.ends_with("<unknown>") && !place.ends_with(')')) return {};
  const Line text = line.substr(at + 2);
  Line part = steady_part(text.substr(kWords.size() - 2));
  for (const std::string_view end : {" for type", " of type", " in type"}) {
    if (part.ends_with(end)) part.remove_suffix(end.size());
  }
  return part.empty() ? Line() : text.substr(0, kWords.size() - 2 + part.size());
}

enum class Stream { kErrors, kOutput };

Symptom message(const std::string& pattern, Stream stream, const std::string& shown,
                const char* verb) {
  Symptom symptom;
  symptom.words = std::string(verb) + " '" + shown + "'";
  auto& wanted = stream == Stream::kErrors ? symptom.condition.errors : symptom.condition.output;
  wanted.push_back(pattern);
  return symptom;
}

std::optional<Symptom> sanitizer_report(Line text, Stream stream) {
  for (const Line line : split_lines(text)) {
    const Line kind = sanitizer_kind(line);
    if (!kind.empty()) return message(pattern_of(kind), stream, std::string(kind), "reports");
    const Line error = undefined_behaviour(line);
    if (!error.empty()) {
      return message(pattern_without_numbers(error), stream, std::string(error), "reports");
    }
  }
  return std::nullopt;
}

/// 0: none.
int signal_of(const SeenRun& run) {
  if (run.result.signal != 0) return run.result.signal;
  return run.result.exit_code > kSignalBase ? run.result.exit_code - kSignalBase : 0;
}

Symptom death(int number) {
  Symptom symptom;
  const std::string name = signal_name(number);
  symptom.words = "dies by " + name;
  const bool has_name = name.starts_with("SIG");
  symptom.condition.signals = {has_name ? name.substr(3) : std::to_string(number)};
  return symptom;
}

/// "ZeroDivisionError" at the beginning of a line, "java.io.IOException" in it.
Line exception_name(Line line) {
  for (const std::string_view end : {"Error", "Exception"}) {
    for (std::size_t at = line.find(end); at != Line::npos; at = line.find(end, at + 1)) {
      const std::size_t stop = at + end.size();
      std::size_t begin = at;
      while (begin > 0 && (is_word(line[begin - 1]) || line[begin - 1] == '.')) --begin;
      const bool whole = stop == line.size() || (!is_word(line[stop]) && line[stop] != '.');
      const bool named = begin < at && is_letter(line[begin]);
      if (whole && named) return line.substr(begin, stop - begin);
    }
  }
  return {};
}

/// Of the last traceback of Python, the line that names the exception.
Line python_exception(const std::vector<Line>& lines) {
  const auto last = std::find_if(lines.rbegin(), lines.rend(), [](Line line) {
    return has(line, "Traceback (most recent call last)");
  });
  const auto named =
      std::find_if(last.base(), lines.end(), [](Line line) { return !is_space(line.front()); });
  if (last == lines.rend() || named == lines.end()) return {};
  return named->substr(0, named->find(':'));
}

Line internal_error(Line line) {
  for (const std::string_view words : kInternalErrors) {
    const std::size_t at = line.find(words);
    if (at == Line::npos) continue;
    // Go's message goes on with numbers from the input.
    const Line part = line.substr(at);
    if (!words.starts_with("panic: ")) return part.substr(0, part.find(" (core dumped)"));
    return part.substr(0, words.size() + steady_part(part.substr(words.size())).size());
  }
  return {};
}

/// "error: unknown type name".
Line plain_error(Line line) {
  const std::string lower = lower_case(line);
  for (const std::string_view word : {"fatal error", "error", "exception", "failed", "fault"}) {
    const std::size_t at = lower.find(word);
    if (at == std::string::npos || (at > 0 && is_word(line[at - 1]))) continue;
    const std::size_t after = at + word.size();
    const Line rest = line.substr(after).starts_with(":") ? line.substr(after + 1) : Line();
    const std::size_t more = rest.empty() ? 0 : 1 + steady_part(rest).size();
    return line.substr(at, word.size() + more);
  }
  return {};
}

/// The most telling line of a stream, with what of it to ask for.
std::optional<Symptom> told_by(Line text, Stream stream) {
  const std::vector<Line> lines = split_lines(text);
  const auto found = [&](Line part, const std::string& pattern) {
    return message(pattern, stream, std::string(part), "prints");
  };
  for (const Line line : lines) {
    if (const Line part = internal_error(line); !part.empty()) {
      return found(part, pattern_of(part));
    }
  }
  const Line name = python_exception(lines);
  if (!name.empty()) return found(name, pattern_of(name));
  for (const auto find : {exception_name, plain_error}) {
    for (const Line line : lines) {
      if (const Line part = find(line); !part.empty()) {
        return found(part, pattern_without_numbers(part));
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::string Symptom::option() const { return condition_words(condition).front(); }

std::optional<Symptom> crash_of(const SeenRun& run) {
  if (run.result.timed_out || !run.result.infrastructure.empty()) return std::nullopt;
  if (auto report = sanitizer_report(run.errors, Stream::kErrors)) return report;
  if (auto report = sanitizer_report(run.output, Stream::kOutput)) return report;
  const int number = run.by_shell ? signal_of(run) : run.result.signal;
  const bool crash =
      std::find(kCrashSignals.begin(), kCrashSignals.end(), number) != kCrashSignals.end();
  return crash ? std::optional(death(number)) : std::nullopt;
}

std::optional<Symptom> symptom_of(const SeenRun& run) {
  if (auto crash = crash_of(run)) return crash;
  if (run.result.timed_out || !run.result.infrastructure.empty()) return std::nullopt;
  const int number = signal_of(run);
  if (number != 0 && signal_name(number).starts_with("SIG")) return death(number);
  if (auto told = told_by(run.errors, Stream::kErrors)) return told;
  return told_by(run.output, Stream::kOutput);
}

bool lacks_memory(const SeenRun& run) {
  for (const std::string_view text : {run.errors, run.output}) {
    const std::string lower = lower_case(text);
    for (const std::string_view words : kNoMemory) {
      if (has(lower, words)) return true;
    }
  }
  return false;
}

}  // namespace grabr
