// Identifies the failure that a run shows: inputs with the same signature count as one finding.
#pragma once

#include <string>
#include <string_view>

#include "oracle/condition/condition_options.h"
#include "oracle/oracle.h"

namespace grabr {

struct FailureSignature {
  std::string end = {};              ///< "SIGSEGV", "exit-1", "timeout"
  std::string line = {};             ///< of what it printed: normalised, may be empty
  bool on_errors = true;             ///< the line stood on standard error, not on standard output
  ConditionOptions conditions = {};  ///< the conditions for this end; none for a timeout

  std::string text() const { return line.empty() ? end : end + ": " + line; }
};

/// How the run ended, and the first line on standard error, else on standard output, that looks
/// like an error message; for a Python traceback its last line.
FailureSignature signature_of(const TestResult& result, std::string_view output,
                              std::string_view errors);

/// The line without the parts that differ between runs: words with a "/" become PATH, hexadecimal
/// addresses 0xN, numbers N.
std::string normalised_line(std::string_view line);

/// A regular expression for lines that are normalised to this one.
std::string line_pattern(std::string_view normalised);

}  // namespace grabr
