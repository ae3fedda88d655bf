// The key of a test as reports of the first form ("grabr-report-1") have it.
#pragma once

#include <string>

namespace grabr {

struct ProcessOracleOptions;

/// What OracleIdentity::question was then. It knows no fields that came later.
std::string first_question_of(const ProcessOracleOptions& options);

}  // namespace grabr
