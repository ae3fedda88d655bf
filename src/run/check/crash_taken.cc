#include "run/check/crash_taken.h"

#include <optional>
#include <string>

#include "oracle/condition/execution.h"
#include "oracle/process/work_folder.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

/// The crash in a run. Nothing, too, if a limit on memory may have caused it.
std::optional<Symptom> crash_in(const SeenRun& run, const ProcessOracleOptions& test) {
  if (test.memory_bytes > 0 && lacks_memory(run)) return std::nullopt;
  return failure_of(run);
}

}  // namespace

void drop_folder(const ProcessOracle::Explained& run) {
  if (!run.folder.empty()) remove_tree(run.folder.parent_path());
}

bool may_take_crash(bool plain_command, const ConditionOptions& conditions) {
  return plain_command && !conditions.any();
}

SeenRun seen_run(const ProcessOracle::Explained& explained, const ProcessOracleOptions& test,
                 std::string_view input) {
  return {
      explained.result,        explained.output, explained.errors, !test.shell_text.empty(), input,
      test.original.filename()};
}

ProcessOracle::Explained look_for_crash(ProcessOracle& oracle, const TestResult& first,
                                        const ProcessOracleOptions& test, std::string_view text,
                                        const StopToken& stop) {
  ProcessOracle::Explained again = oracle.explain(text);
  try {
    stop.check();
    std::optional<Symptom> crash;
    if (!fails(again.result)) crash = crash_in(seen_run(again, test, text), test);
    // Only the first run crashed: the checks with that condition will show how often it does.
    if (!crash) crash = crash_in({first, {}, {}, !test.shell_text.empty()}, test);
    if (crash) throw CrashSeen(*std::move(crash));
  } catch (const Error&) {
    drop_folder(again);
    throw;
  }
  return again;
}

void take_crash(const CrashSeen& seen, ConditionOptions& conditions, run::Listener& listener) {
  conditions = conditions.with_own(seen.crash().condition);
  listener.note(std::string(seen.what()) + ": taken as the failure (" + seen.crash().option() +
                ")");
  if (!says_rejected(conditions)) return;
  listener.note(spelled(
      "  that is said of invalid inputs, so the result may be one that is rightly rejected: "
      "{and-valid} keeps it valid"));
}

ConditionOptions crash_of_original(const ProcessOracleOptions& given, run::Listener& listener,
                                   const StopToken& stop) {
  ProcessOracleOptions test = given;
  test.jobs = 1;
  const std::string text = read_file(test.original);
  ProcessOracle oracle(test);
  const StopToken::Watch watch(stop, &oracle);
  try {
    const auto seen = look_for_crash(oracle, {}, test, text, stop);
    drop_folder(seen);
    const auto symptom = fails(seen.result) ? std::nullopt : symptom_of(seen_run(seen, test, text));
    throw Error(
        ErrorKind::kInvalid,
        spelled("{emit-script} writes conditions as a script; none are given, and on ") +
            shown_name(test.original) + " the command " + how_it_ended(seen.result) +
            "\nhint: give some, such as " +
            (symptom ? symptom->option() : spelled("{exit} 1 or {stderr} 'a part of a message'")));
  } catch (const CrashSeen& seen) {
    ConditionOptions conditions = given.conditions;
    take_crash(seen, conditions, listener);
    return conditions;
  }
}

}  // namespace grabr
