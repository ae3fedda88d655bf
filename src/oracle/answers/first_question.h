// The key of a test as in reports of the first format ("grabr-report-1").
#pragma once

#include <string>

namespace grabr {

struct ProcessOracleOptions;

/// What OracleIdentity::question was in that format; fields added later are not in it.
std::string first_question_of(const ProcessOracleOptions& options);

}  // namespace grabr
