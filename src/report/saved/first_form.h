// Reads reports of the first form, "grabr-report-1", in which the test is given as command-line
// options.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

inline constexpr const char* kFirstReportSchema = "grabr-report-1";

/// The test given by the options ("--exit=1", "--no-arg") and command of such a report. Throws
/// Error(kInvalid) for an option that reports of that form never had.
ProcessOracleOptions test_from_words(std::vector<std::string> command,
                                     std::span<const std::string> options);

}  // namespace grabr
