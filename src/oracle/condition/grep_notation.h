// An expression in RE2's notation for grep.
#pragma once

#include <string>

namespace grabr {

struct GrepExpression {
  std::string text;
  bool perl = false;  ///< for grep -P, of which RE2's notation is nearly a part; else for grep -E
};

/// For grep -E what means the same there, searched line by line; for grep -P the rest. A line end
/// in the expression becomes "\n", for grep takes one as the end of an expression.
GrepExpression grep_expression(const std::string& expression);

}  // namespace grabr
