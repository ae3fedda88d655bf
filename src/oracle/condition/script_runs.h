// The first half of a standalone condition script: how it runs commands.
#pragma once

#include <string>

#include "oracle/condition/conditions.h"

namespace grabr {

/// Defines $candidate, the functions `run_test FILE RESULT` and, with --differs, `run_other`, which
/// write $work/RESULT.out, .err and .status, and the function `status RESULT`. Throws
/// Error(kInvalid) if there is no such program.
std::string script_runs(const ScriptedTest& test, const ConditionOptions& options);

}  // namespace grabr
