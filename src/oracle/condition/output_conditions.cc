// Conditions on a run's output: regular expressions that must match, or must not.
#include "oracle/condition/output_conditions.h"

#include <algorithm>
#include <memory>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/grep_notation.h"
#include "oracle/condition/output_pattern.h"
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
  std::string name;  ///< in messages
  std::string file;  ///< extension, in the script
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

/// One for each expression; it must match if `wanted`, otherwise it must not. `key` names the
/// setting in messages (spelled()). Throws Error(kInvalid) for an invalid expression.
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

}  // namespace grabr
