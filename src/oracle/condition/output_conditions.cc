// Conditions on a run's output: regular expressions that must match, or must not.
#include "oracle/condition/output_conditions.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/output_pattern.h"
#include "text/ascii.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

using FindingKind = Finding::Kind;

constexpr std::size_t kMaxShown = 80;  // characters of a line

/// One output stream of an execution.
struct StreamChoice {
  std::string Execution::*text;
  std::string name;  ///< name of the stream in messages
  std::string file;  ///< its file extension in the script
};

const StreamChoice kOutput{&Execution::output, "standard output", "out"};
const StreamChoice kErrors{&Execution::errors, "standard error", "err"};

std::string shown(std::string_view line) { return '\'' + escaped(line, "", kMaxShown) + '\''; }

std::string_view line_around(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  return text.substr(begin, end - begin);
}

/// "standard error (12 lines; the first: 'a.c:1: error')"
std::string describe_stream(const std::string& name, const std::string& text) {
  if (text.empty()) return name + ", which is empty";
  const bool ended = text.ends_with('\n');
  const auto lines = std::count(text.begin(), text.end(), '\n') + (ended ? 0 : 1);
  const std::string first = shown(line_around(text, 0));
  if (lines == 1) return name + " (one line: " + first + ")";
  return name + " (" + std::to_string(lines) + " lines; the first: " + first + ")";
}

std::string search_script(const std::string& option, const std::string& expression,
                          const StreamChoice& stream, bool wanted) {
  const GrepExpression grep = grep_expression(expression);
  const std::string call = std::string("found ") + (grep.perl ? "-P " : "-E ") +
                           shell_word(grep.text) + " \"$work\"/test." + stream.file;
  return "\n# " + option + "\n" +
         (wanted ? call + " || exit 1\n" : "if " + call + "; then exit 1; fi\n");
}

Condition search_condition(const std::string& option, const std::string& expression,
                           const StreamChoice& stream, bool wanted) {
  const auto pattern = std::make_shared<OutputPattern>(option, expression);
  const auto ask = [=](const AskedRun& asked) {
    const std::string& text = asked.run.*stream.text;
    const auto match = pattern->find(text);
    if (match.has_value() == wanted) return Finding{};
    if (!match) {
      return Finding{FindingKind::kDoesNotHold,
                     "not found in " + describe_stream(stream.name, text)};
    }
    const auto at = static_cast<std::size_t>(match->data() - text.data());
    return Finding{FindingKind::kDoesNotHold,
                   "found in " + stream.name + ": " + shown(line_around(text, at))};
  };
  return {option + " '" + escaped(expression, "") + "'", ask,
          search_script(option, expression, stream, wanted)};
}

/// A condition for each expression; it must match if `wanted`, otherwise it must not. `key` names
/// the setting in messages (spelled()). Throws Error(kInvalid) for an invalid expression.
std::vector<Condition> search_conditions(std::string_view key,
                                         const std::vector<std::string>& expressions,
                                         const StreamChoice& stream, bool wanted) {
  std::vector<Condition> list;
  for (const std::string& expression : expressions) {
    list.push_back(search_condition(spelled(key), expression, stream, wanted));
  }
  return list;
}

}  // namespace

std::string shown_first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  return shown(line_around(text, 0));
}

std::vector<Condition> output_conditions(const ConditionOptions& given) {
  return search_conditions("{stdout}", given.output, kOutput, true);
}
std::vector<Condition> error_conditions(const ConditionOptions& given) {
  return search_conditions("{stderr}", given.errors, kErrors, true);
}
std::vector<Condition> not_output_conditions(const ConditionOptions& given) {
  return search_conditions("{not-stdout}", given.not_output, kOutput, false);
}
std::vector<Condition> not_error_conditions(const ConditionOptions& given) {
  return search_conditions("{not-stderr}", given.not_errors, kErrors, false);
}

namespace {

/// The end of the bracket expression starting at `at`, if it is simple: no escapes, classes or
/// complements, which may mean something else or match a line end. Else 0.
std::size_t simple_bracket_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.find(']', at + 1);
  if (end == std::string_view::npos || end == at + 1 || text[at + 1] == '^') return 0;
  const std::string_view inside = text.substr(at + 1, end - at - 1);
  return inside.find_first_of("\\[") == std::string_view::npos ? end + 1 : 0;
}

/// Does grep -E, line by line, match exactly where RE2 does?
bool is_common_notation(std::string_view text) {
  char before = '(';  // the text before a repetition; "(" stands for none
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
