// Identifies the failure of a run: inputs with the same signature count as one finding.
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
  std::string line = {};                 ///< the line that it printed, normalised; may be empty
  std::string pattern = {};              ///< a regular expression for such lines
  bool on_errors = true;                 ///< the line is from standard error, not standard output
  std::vector<std::string> frames = {};  ///< the innermost functions, as --same-crash compares them
  ConditionOptions conditions = {};      ///< the conditions for this end; none for a timeout

  /// "SIGABRT: m.c:N: f: Assertion `n' failed in `f` < `main`"
  std::string text() const;
};

/// How many functions identify a failure by default.
inline constexpr int kFramesToCompare = 3;

/// How the run ended, and what failed according to the table of failures (failure_kinds.h). If no
/// row matches, the first line on standard error, else on standard output, that looks like an error
/// message.
FailureSignature signature_of(const TestResult& result, std::string_view output,
                              std::string_view errors);

/// The parts of a failure that --same-crash compares: how a run ended, what failed, and the
/// innermost functions.
struct CrashSignature {
  int status = 0;         ///< as a shell sees it
  std::string kind = {};  ///< normalised; empty: no row of the table matches
  std::vector<std::string> frames = {};

  bool shows_failure() const { return status != 0 || !kind.empty(); }
  /// Is there more than an exit status: a report or a signal?
  bool is_told() const { return status > 128 || !kind.empty() || !frames.empty(); }
  /// The kind, or else how the run ended; and the functions.
  std::string text() const;
  bool operator==(const CrashSignature&) const = default;
};

CrashSignature crash_signature(const Execution& run, std::size_t frames,
                               const FrameParts& parts = {});
/// For a given --same-crash and --crash-parts.
CrashSignature crash_signature(const Execution& run, const ConditionOptions& options);

/// The line without the parts that differ between runs: words with a "/" become PATH, hexadecimal
/// addresses 0xN, numbers N.
std::string normalised_line(std::string_view line);

/// The same for the part that a row of the table of failures recognised. The file name in a path
/// may stay, and so do line numbers if lines count.
std::string normalised_part(const RecognisedFailure& failure, bool lines_count = false);

/// A regular expression for that part.
std::string part_pattern(const RecognisedFailure& failure);

/// A failure that a run reports, by the table of failures.
struct ToldFailure {
  const FailureKind* kind = nullptr;
  bool on_errors = true;  ///< reported on standard error, not standard output
  std::string line;       ///< the printed line: the failure, with its message
  std::string pattern;    ///< a regular expression for the failure without its message
  /// Expressions for the failure with its message, if it has one: each must match in a line. They
  /// match any numbers, addresses and paths, because those differ between runs, and any quoted text
  /// that also occurs in the input.
  std::vector<std::string> with_message;
};

/// A failure on standard error takes precedence over one on standard output.
std::optional<ToldFailure> told_failure(std::string_view output, std::string_view errors,
                                        std::string_view input);

/// The printed line of the failure; otherwise how the run ended ("SIGSEGV"), or the last line of
/// standard error.
std::string failure_line(const TestResult& result, std::string_view output,
                         std::string_view errors);

/// Is one of the innermost functions in a file named like the input, so that this name would have
/// to stay?
bool fails_in(const std::string& input_name, const Execution& run);

/// For a line that no row of the table matches: the part from the word that marks the error
/// (error:, fatal, assertion, …) on; without such a word the whole line.
std::string error_pattern(std::string_view line, std::string_view input);

/// The first line that looks like an error message; may be empty.
std::string_view error_line(std::string_view text);

}  // namespace grabr
