// Identifies the failure that a run shows: inputs with the same signature count as one finding.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition_options.h"
#include "oracle/condition/execution.h"
#include "oracle/condition/failure_kinds.h"
#include "oracle/oracle.h"

namespace grabr {

struct FailureSignature {
  std::string end = {};                  ///< "SIGSEGV", "exit-1", "timeout"
  std::string line = {};                 ///< of what it printed: normalised, may be empty
  std::string pattern = {};              ///< a regular expression for such lines
  bool on_errors = true;                 ///< the line is from standard error, not standard output
  std::vector<std::string> frames = {};  ///< the innermost functions, as for --same-crash
  ConditionOptions conditions = {};      ///< the conditions for this end; none for a timeout

  /// "SIGABRT: m.c:N: f: Assertion `n' failed in `f` < `main`"
  std::string text() const;
};

/// How many functions identify a failure by default.
inline constexpr int kFramesToCompare = 3;

/// How the run ended, and what failed by the table of failures (failure_kinds.h); where no row
/// fits, the first line on standard error, else on standard output, that looks like an error
/// message.
FailureSignature signature_of(const TestResult& result, std::string_view output,
                              std::string_view errors);

/// What --same-crash compares: how a run ended, what failed, and the innermost functions.
struct CrashSignature {
  int status = 0;         ///< as a shell sees it
  std::string kind = {};  ///< normalised; empty: nothing of the table
  std::vector<std::string> frames = {};

  bool shows_failure() const { return status != 0 || !kind.empty(); }
  /// By a report or a signal, not by an exit status alone.
  bool is_told() const { return status > 128 || !kind.empty() || !frames.empty(); }
  /// The kind, else how it ended; and the functions.
  std::string text() const;
  bool operator==(const CrashSignature&) const = default;
};

CrashSignature crash_signature(const Execution& run, std::size_t frames,
                               const FrameParts& parts = {});
/// By --same-crash, which is given, and --crash-parts.
CrashSignature crash_signature(const Execution& run, const ConditionOptions& options);

/// The line without the parts that differ between runs: words with a "/" become PATH, hexadecimal
/// addresses 0xN, numbers N.
std::string normalised_line(std::string_view line);

/// The same for what a row of the table of failures recognised; of a path its name may count, and
/// its numbers where it names a place and lines count.
std::string normalised_part(const RecognisedFailure& failure, bool lines_count = false);

/// A regular expression for the part itself.
std::string part_pattern(const RecognisedFailure& failure);

/// A failure that a run tells, by the table of failures.
struct ToldFailure {
  const FailureKind* kind = nullptr;
  bool on_errors = true;  ///< it is on standard error, not standard output
  std::string line;       ///< as it was printed: what failed, with its message
  std::string pattern;    ///< a regular expression for what failed, without the message
  /// For what failed with its message, if there is one: each is found in a line. What differs
  /// between runs or comes from the input may be anything: numbers, addresses, paths, and what is
  /// in quotes and in the input, too.
  std::vector<std::string> with_message;
};

/// What is on standard error counts before what is on standard output.
std::optional<ToldFailure> told_failure(std::string_view output, std::string_view errors,
                                        std::string_view input);

/// The failure in a line as it was printed; else how the run ended ("SIGSEGV"), of errors their
/// last line.
std::string failure_line(const TestResult& result, std::string_view output,
                         std::string_view errors);

/// Is one of the innermost functions in a file of the input's name, so that to ask for it would
/// keep it there?
bool fails_in(const std::string& input_name, const Execution& run);

/// For a line that no row of the table fits: from the word that tells the error (error:, fatal,
/// assertion, …) on; without such a word all of it.
std::string error_pattern(std::string_view line, std::string_view input);

/// The first line that looks like an error message; may be empty.
std::string_view error_line(std::string_view text);

}  // namespace grabr
