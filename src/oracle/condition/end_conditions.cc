// Conditions on how a run ends: its exit status, the signal, or that it does not end.
// Tested by tests/oracle/conditions_test.cc.
#include <algorithm>
#include <cmath>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/execution.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"

namespace grabr {
namespace {

constexpr int kMaxExit = 255;

std::string status_script(const std::string& comment, const std::vector<int>& statuses) {
  std::string text = "\n# " + comment + "\ncase $(status test) in\n  ";
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    text += (i > 0 ? " | " : "") + std::to_string(statuses[i]);
  }
  return text + ") ;;\n  *) exit 1 ;;\nesac\n";
}

Condition status_condition(const std::string& label, const std::string& comment,
                           const std::vector<int>& statuses) {
  const auto ask = [statuses](const AskedRun& asked) {
    const Execution& run = asked.run;
    const bool wanted =
        std::find(statuses.begin(), statuses.end(), exit_status(run)) != statuses.end();
    return holds_if(!run.timed_out && wanted, how_run_ended(run));
  };
  return {label, ask, status_script(comment, statuses)};
}

}  // namespace

std::vector<Condition> exit_conditions(const ConditionOptions& options) {
  if (options.exits.empty()) return {};
  std::string label = spelled("{exit} ");
  for (std::size_t i = 0; i < options.exits.size(); ++i) {
    const std::string status = std::to_string(options.exits[i]);
    if (options.exits[i] < 0 || options.exits[i] > kMaxExit) {
      throw Error(ErrorKind::kInvalid,
                  spelled("{exit} ") + status +
                      ": not an exit status\nhint: exit statuses are the numbers "
                      "from 0 to 255; 128+N means death by signal N");
    }
    label += (i > 0 ? "," : "") + status;
  }
  return {status_condition(label, spelled("{exit}"), options.exits)};
}

std::vector<Condition> signal_conditions(const ConditionOptions& options) {
  if (options.signals.empty()) return {};
  std::string label = spelled("{signal} "), comment = spelled("{signal}");
  std::vector<int> statuses;
  for (const std::string& name : options.signals) {
    const std::optional<int> number = signal_by_name(name);
    if (!number) {
      throw Error(ErrorKind::kInvalid,
                  spelled("{signal} ") + escaped(name, "") +
                      spelled(": no such signal\nhint: for example SEGV, SIGABRT or 8; an "
                              "exit status belongs to {exit}"));
    }
    label += (statuses.empty() ? "" : ",") + name;
    comment += ' ' + name;
    statuses.push_back(128 + *number);
  }
  return {status_condition(label, comment, statuses)};
}

std::vector<Condition> hang_conditions(const ConditionOptions& options) {
  if (!options.hang_s) return {};
  if (!options.exits.empty() || !options.signals.empty()) {
    const std::string other = spelled(options.exits.empty() ? "{signal}" : "{exit}");
    throw Error(ErrorKind::kInvalid,
                spelled("{hang} and ") + other +
                    " cannot both hold: a command that does not end has no exit "
                    "status\nhint: leave one of the two out");
  }
  const std::string label = spelled("{hang} ") + short_seconds(*options.hang_s);
  if (!(*options.hang_s > 0) || !std::isfinite(*options.hang_s)) {
    throw Error(ErrorKind::kInvalid,
                label +
                    ": not a time\nhint: the number of seconds after which the "
                    "command counts as hanging, above 0");
  }
  const auto ask = [](const AskedRun& asked) {
    return holds_if(asked.run.timed_out,
                    how_run_ended(asked.run) + " after " + short_seconds(asked.run.seconds) + " s");
  };
  return {{label, ask, spelled("\n# {hang}\n") + "[ \"$(status test)\" = timeout ] || exit 1\n"}};
}

}  // namespace grabr
