// Shows the output of a run in messages, and translates expressions for grep.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// The first line of a text, quoted, and shortened if it is long: 'a.c:1: error'.
std::string shown_first_line(std::string_view text);

/// A regular expression in grep's notation.
struct GrepExpression {
  std::string text;
  bool perl = false;  ///< for grep -P, whose notation nearly includes RE2's; else for grep -E
};

/// Translates RE2's notation: for grep -E if it means the same there, line by line, else for grep
/// -P. A line end in the expression becomes "\n", because grep would end the expression there.
GrepExpression grep_expression(const std::string& expression);

}  // namespace grabr
