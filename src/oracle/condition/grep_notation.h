// Translates a regular expression from RE2's notation to grep's.
#pragma once

#include <string>

namespace grabr {

struct GrepExpression {
  std::string text;
  bool perl = false;  ///< for grep -P, whose notation nearly includes RE2's; else for grep -E
};

/// For grep -E if it means the same there when searched line by line, else for grep -P. A line end
/// in the expression becomes "\n", because grep would end the expression there.
GrepExpression grep_expression(const std::string& expression);

}  // namespace grabr
