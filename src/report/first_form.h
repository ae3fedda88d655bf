// Reports of the first form, "grabr-report-1", told the test by the words of a command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

inline constexpr const char* kFirstReportSchema = "grabr-report-1";

/// The test of these options ("--exit=1", "--no-arg") and its command as such a report has them.
/// Throws Error(kInvalid) for an option that reports of that form never had.
ProcessOracleOptions test_from_words(std::vector<std::string> command,
                                     std::span<const std::string> options);

}  // namespace grabr
