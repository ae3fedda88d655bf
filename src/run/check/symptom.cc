// Makes the condition for the failure of a run, by the table of failures
// (oracle/condition/failure_kinds.h): a crash, a thrown object with its message, a signal; if no
// row matches, the first line that looks like an error message.
//
//   ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602
//     → ERROR: AddressSanitizer: heap-buffer-overflow on address
//   ValueError: invalid literal for int() with base 10: 'x'
//     → ValueError: invalid literal for int\(\) with base [0-9]+: ['"`].*['"]
//   a.c:3:9: error: unknown type name 'x'
//     → error: unknown type name ['"`].*['"]
//
// Tested by tests/run/symptom_test.cc.
#include "run/check/symptom.h"

#include <algorithm>
#include <array>
#include <csignal>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/execution.h"
#include "oracle/condition/failure_signature.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr int kSignalBase = 128;

constexpr std::array kCrashSignals = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};

constexpr std::array<std::string_view, 7> kNoMemory = {
    "bad_alloc",   "cannot allocate memory", "out of memory",       "memory exhausted",
    "memoryerror", "failed to map segment",  "memory allocation of"};

/// Words by which programs reject an input. They are compared in lower case without signs, so that
/// they are also found in names of classes.
constexpr std::string_view kRejecting[] = {
    "syntax",           "parseerror",      "parsing",
    "parser",           "unexpectedtoken", "unexpectedchar",
    "unexpectedend",    "unexpectedeof",   "unexpectedidentifier",
    "unexpectedsymbol", "illegaltoken",    "illegalchar",
    "invalidchar",      "invalidtoken",    "expecting",
    "expectedtoken",    "unterminated",    "unclosed",
    "malformed",        "notwellformed",   "decodeerror",
    "validation"};

bool has_ended(const SeenRun& run) {
  return !run.result.timed_out && run.result.infrastructure.empty();
}

Symptom message(const std::string& shown, std::vector<std::string> patterns, bool on_errors,
                const char* verb = "prints") {
  Symptom symptom{std::string(verb) + " '" + shown + "'", {}};
  (on_errors ? symptom.condition.errors : symptom.condition.output) = std::move(patterns);
  return symptom;
}

std::optional<Symptom> by_table(const SeenRun& run, bool only_crashes) {
  const auto told = told_failure(run.output, run.errors, run.input);
  if (!told || (only_crashes && !told->kind->is_crash)) return std::nullopt;
  const bool has_message = !told->with_message.empty();
  Symptom symptom =
      message(told->line, has_message ? told->with_message : std::vector{told->pattern},
              told->on_errors, told->kind->is_crash ? "reports" : "prints");
  if (told->kind->is_crash) return symptom;
  Execution seen;
  seen.output = run.output;
  seen.errors = run.errors;
  const bool has_frames = !crash_signature(seen, kFramesToCompare).frames.empty();
  if (has_frames && !(has_message && fails_in(run.input_name, seen)))
    symptom.condition.same_crash = {kFramesToCompare};
  return symptom;
}

std::optional<Symptom> by_error_line(const SeenRun& run) {
  for (const bool on_errors : {true, false}) {
    const std::string_view line = error_line(on_errors ? run.errors : run.output);
    if (!line.empty())
      return message(std::string(line), {error_pattern(line, run.input)}, on_errors);
  }
  return std::nullopt;
}

/// 0 if there is none.
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

/// Death by a signal that a program gets for its own fault.
std::optional<Symptom> by_signal(int number) {
  const bool crash =
      std::find(kCrashSignals.begin(), kCrashSignals.end(), number) != kCrashSignals.end();
  return crash ? std::optional(death(number)) : std::nullopt;
}

}  // namespace

std::string Symptom::option() const {
  std::string option;
  for (const std::string& word : condition_words(condition)) {
    option += (option.empty() ? "" : " ") + word;
  }
  return option;
}

std::optional<Symptom> crash_of(const SeenRun& run) {
  if (!has_ended(run)) return std::nullopt;
  if (auto report = by_table(run, true)) return report;
  return by_signal(run.by_shell ? signal_of(run) : run.result.signal);
}

std::optional<Symptom> failure_of(const SeenRun& run) {
  if (auto crash = crash_of(run)) return crash;
  if (!has_ended(run) || run.result.exit_code <= 0) return std::nullopt;
  if (auto told = by_table(run, false)) return told;
  return by_signal(signal_of(run));
}

std::optional<Symptom> symptom_of(const SeenRun& run) {
  if (auto failure = failure_of(run)) return failure;
  if (!has_ended(run)) return std::nullopt;
  const int number = signal_of(run);
  if (number != 0 && signal_name(number).starts_with("SIG")) return death(number);
  return by_error_line(run);
}

bool says_rejected(const ConditionOptions& conditions) {
  for (const std::vector<std::string>* patterns : {&conditions.errors, &conditions.output}) {
    for (const std::string& pattern : *patterns) {
      std::string letters = lower_case(pattern);
      std::erase_if(letters, [](char c) { return c < 'a' || c > 'z'; });
      const auto has = [&](std::string_view words) { return letters.find(words) != letters.npos; };
      if (std::ranges::any_of(kRejecting, has)) return true;
    }
  }
  return false;
}

bool lacks_memory(const SeenRun& run) {
  for (const std::string_view text : {run.errors, run.output}) {
    const std::string lower = lower_case(text);
    for (const std::string_view words : kNoMemory) {
      if (lower.find(words) != lower.npos) return true;
    }
  }
  return false;
}

}  // namespace grabr
