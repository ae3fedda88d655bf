// The conditions that one execution of the test's command meets or not, as a list: each can be
// asked whether it holds, and say what was seen when it does not.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "oracle/condition/condition_options.h"
#include "oracle/condition/execution.h"

namespace grabr {

struct Condition {
  std::string label;  ///< as on the command line, in one line: "--exit 134"
  std::function<bool(const Execution&)> holds;
  std::function<std::string(const Execution&)> seen;  ///< "it ended with exit status 1"
};

/// All but --same-as-original and --differs, in the order of the options' declaration. Throws
/// Error(kUsage) for what is wrong in them.
std::vector<Condition> list_conditions(const ConditionOptions& options);

}  // namespace grabr
