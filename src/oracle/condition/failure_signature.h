// Identifies the failure that a run shows: inputs with the same signature count as one finding.
#pragma once

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

/// The line without the parts that differ between runs: words with a "/" become PATH, hexadecimal
/// addresses 0xN, numbers N.
std::string normalised_line(std::string_view line);

/// The same for what a row of the table of failures recognised; of a path its name may count, and
/// its numbers where it names a place and lines count.
std::string normalised_part(const RecognisedFailure& failure, bool lines_count = false);

/// A regular expression for lines that are normalised to this one.
std::string line_pattern(std::string_view normalised);

/// One for the part itself.
std::string part_pattern(const RecognisedFailure& failure);

}  // namespace grabr
