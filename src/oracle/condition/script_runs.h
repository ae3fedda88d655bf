// The first half of a script that judges by conditions: how it runs commands.
#pragma once

#include <string>

#include "oracle/condition/conditions.h"

namespace grabr {

/// Defines $candidate, the functions `run_test FILE RESULT` and, with --differs, `run_other`, which
/// leave $work/RESULT.out, .err and .status, and the function `status RESULT`. Throws
/// Error(kInvalid): no such program.
std::string script_runs(const ScriptedTest& test, const ConditionOptions& options);

}  // namespace grabr
