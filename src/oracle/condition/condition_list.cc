#include "oracle/condition/condition_list.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include "oracle/condition/executions.h"
#include "oracle/condition/output_pattern.h"
#include "oracle/condition/signals.h"
#include "text/error.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr int kMaxExit = 255;
constexpr std::size_t kMaxShown = 80;  // characters of a line of output

bool contains(const std::vector<int>& numbers, int number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", seconds);
  return text;
}

std::string shown(std::string_view line) {
  return '\'' + escaped(line, "", kMaxShown) + '\'';
}

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

std::string what_was_seen(const Execution& run) { return "it " + how_it_ended(run); }

Condition exit_condition(const std::vector<int>& exits) {
  std::string label = "--exit ";
  for (std::size_t i = 0; i < exits.size(); ++i) {
    if (exits[i] < 0 || exits[i] > kMaxExit) {
      throw Error(Exit::kUsage, "--exit " + std::to_string(exits[i]) +
                                    ": not an exit status\nhint: exit statuses are the numbers "
                                    "from 0 to 255; 128+N stands for death by signal N");
    }
    label += (i > 0 ? "," : "") + std::to_string(exits[i]);
  }
  return {label,
          [exits](const Execution& run) {
            return !run.timed_out && contains(exits, exit_status(run));
          },
          what_was_seen};
}

Condition signal_condition(const std::vector<std::string>& names) {
  std::string label = "--signal ";
  std::vector<int> statuses;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::optional<int> number = signal_by_name(names[i]);
    if (!number) {
      throw Error(Exit::kUsage, "--signal " + escaped(names[i], "") +
                                    ": no such signal\nhint: for example SEGV, SIGABRT or 8; an "
                                    "exit status belongs to --exit");
    }
    statuses.push_back(128 + *number);
    label += (i > 0 ? "," : "") + names[i];
  }
  return {label,
          [statuses](const Execution& run) {
            return !run.timed_out && contains(statuses, exit_status(run));
          },
          what_was_seen};
}

Condition hang_condition(double limit_s) {
  const std::string label = "--hang " + seconds_text(limit_s);
  if (!(limit_s > 0) || !std::isfinite(limit_s)) {
    throw Error(Exit::kUsage, label + ": not a time\nhint: the number of seconds after which the "
                                      "command counts as hanging, above 0");
  }
  return {label, [](const Execution& run) { return run.timed_out; },
          [](const Execution& run) {
            return what_was_seen(run) + " after " + seconds_text(run.seconds) + " s";
          }};
}

/// A stream of the execution: which, and its name in messages.
struct StreamChoice {
  std::string Execution::*text;
  std::string name;
};

Condition found_condition(const std::string& option, const std::string& expression,
                          const StreamChoice& stream) {
  const auto pattern = std::make_shared<OutputPattern>(option, expression);
  return {option + " '" + escaped(expression, "") + "'",
          [=](const Execution& run) { return pattern->is_in(run.*stream.text); },
          [=](const Execution& run) {
            return "not found in " + describe_stream(stream.name, run.*stream.text);
          }};
}

Condition not_found_condition(const std::string& option, const std::string& expression,
                              const StreamChoice& stream) {
  const auto pattern = std::make_shared<OutputPattern>(option, expression);
  return {option + " '" + escaped(expression, "") + "'",
          [=](const Execution& run) { return !pattern->is_in(run.*stream.text); },
          [=](const Execution& run) {
            const std::string_view text = run.*stream.text;
            const auto match = pattern->find(text);
            const auto at = match ? static_cast<std::size_t>(match->data() - text.data()) : 0;
            return "found in " + stream.name + ": " + shown(line_around(text, at));
          }};
}

void refuse_contradictions(const ConditionOptions& options) {
  if (!options.hang_s || (options.exits.empty() && options.signals.empty())) return;
  const std::string other = options.exits.empty() ? "--signal" : "--exit";
  throw Error(Exit::kUsage, "--hang and " + other +
                                " cannot both hold: a command that does not end has no exit status"
                                "\nhint: leave one of the two out");
}

}  // namespace

std::vector<Condition> list_conditions(const ConditionOptions& options) {
  refuse_contradictions(options);
  const StreamChoice output{&Execution::output, "standard output"};
  const StreamChoice errors{&Execution::errors, "standard error"};
  std::vector<Condition> list;
  if (!options.exits.empty()) list.push_back(exit_condition(options.exits));
  if (!options.signals.empty()) list.push_back(signal_condition(options.signals));
  for (const std::string& e : options.output) {
    list.push_back(found_condition("--stdout", e, output));
  }
  for (const std::string& e : options.errors) {
    list.push_back(found_condition("--stderr", e, errors));
  }
  for (const std::string& e : options.not_output) {
    list.push_back(not_found_condition("--not-stdout", e, output));
  }
  for (const std::string& e : options.not_errors) {
    list.push_back(not_found_condition("--not-stderr", e, errors));
  }
  if (options.hang_s) list.push_back(hang_condition(*options.hang_s));
  return list;
}

}  // namespace grabr
