// The key of a test in reports of the first format ("grabr-report-1"), to verify old reports.
#pragma once

#include <string>

namespace grabr {

struct ProcessOracleOptions;

/// What OracleIdentity::question was in that format; fields added later are not in it.
std::string first_question_of(const ProcessOracleOptions& options);

}  // namespace grabr
