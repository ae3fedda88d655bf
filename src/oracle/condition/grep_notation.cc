#include "oracle/condition/grep_notation.h"

#include <cstddef>
#include <string_view>

#include "text/one_of.h"

namespace grabr {
namespace {

/// The end of the bracket expression starting at `at`, if it is simple: no escapes, classes or
/// complements, which may mean something else or match a line end. Else 0.
std::size_t simple_bracket_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.find(']', at + 1);
  if (end == std::string_view::npos || end == at + 1 || text[at + 1] == '^') return 0;
  const std::string_view inside = text.substr(at + 1, end - at - 1);
  return inside.find_first_of("\\[") == std::string_view::npos ? end + 1 : 0;
}

/// Whether grep -E, line by line, matches exactly where RE2 does.
bool is_common_notation(std::string_view text) {
  char before = '(';  // what a repetition would repeat; "(" is a placeholder for nothing
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool repeats = is_one_of(c, "*+?");
    if (repeats && is_one_of(before, "(|^$*+?")) return false;
    if (is_one_of(c, "{}\n")) return false;
    before = c;
    if (c == '\\') {
      if (at + 1 == text.size() || !is_one_of(text[at + 1], ".*+?()[]{}|^$\\")) return false;
      before = 'x';
      at += 2;
    } else if (c == '[') {
      at = simple_bracket_end(text, at);
      if (at == 0) return false;
    } else {
      ++at;
    }
  }
  return true;
}

/// Handles \Q…\E: outside it, a backslash and the next character belong together.
std::string without_line_ends(std::string_view text) {
  std::string result;
  bool literal = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(literal ? "\\E" : "\\Q")) {
      literal = !literal;
      result += rest.substr(0, 2);
      ++at;
    } else if (text[at] == '\n') {
      result += literal ? "\\E\\n\\Q" : "\\n";
    } else if (text[at] == '\\' && !literal && rest.size() > 1) {
      result += rest[1] == '\n' ? std::string_view("\\n") : rest.substr(0, 2);
      ++at;
    } else {
      result += text[at];
    }
  }
  return result;
}

}  // namespace

GrepExpression grep_expression(const std::string& expression) {
  if (is_common_notation(expression)) return {expression, false};
  return {without_line_ends(expression), true};
}

}  // namespace grabr
