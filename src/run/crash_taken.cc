#include "run/crash_taken.h"

#include <iostream>
#include <optional>
#include <string>

#include "cli/interruption.h"
#include "oracle/condition/executions.h"
#include "oracle/process/work_folder.h"
#include "text/file.h"

namespace grabr {
namespace {

/// A limit on memory that is too low crashes a program, too.
std::optional<Symptom> crash_in(const SeenRun& run, const ProcessOracleOptions& test) {
  if (test.memory_bytes > 0 && lacks_memory(run)) return std::nullopt;
  return crash_of(run);
}

void drop_folder(const ProcessOracle::Explained& run) {
  if (!run.folder.empty()) remove_tree(run.folder.parent_path());
}

}  // namespace

bool may_take_crash(const Call& call, const ConditionOptions& conditions) {
  return call.plain_command && !conditions.any();
}

SeenRun seen_run(const ProcessOracle::Explained& explained, const ProcessOracleOptions& test) {
  return {explained.result, explained.output, explained.errors, !test.shell_text.empty()};
}

ProcessOracle::Explained look_for_crash(ProcessOracle& oracle, const TestResult& first,
                                        const ProcessOracleOptions& test, std::string_view text,
                                        const std::function<void()>& check_stop) {
  ProcessOracle::Explained again = oracle.explain(text);
  try {
    if (check_stop) check_stop();
    std::optional<Symptom> crash;
    if (!fails(again.result)) crash = crash_in(seen_run(again, test), test);
    // It does not always crash: the checks with that condition will tell how often.
    if (!crash) crash = crash_in({first, {}, {}, !test.shell_text.empty()}, test);
    if (crash) throw CrashSeen(*std::move(crash));
  } catch (const Error&) {
    drop_folder(again);
    throw;
  }
  return again;
}

void take_crash(const CrashSeen& seen, ConditionOptions& conditions, bool quiet) {
  conditions = seen.crash().condition;
  if (quiet) return;
  std::cerr << "grabr: " << seen.what() << ": taken as the failure (" << seen.crash().option()
            << ")\n";
}

ConditionOptions crash_of_original(const ProcessOracleOptions& given, bool quiet) {
  ProcessOracleOptions test = given;
  test.jobs = 1;
  const std::string text = read_file(test.original);
  ProcessOracle oracle(test);
  const Interruption interruption(oracle);
  try {
    const auto seen = look_for_crash(oracle, {}, test, text, Interruption::check);
    drop_folder(seen);
    const auto symptom = fails(seen.result) ? std::nullopt : symptom_of(seen_run(seen, test));
    throw Error(Exit::kUsage,
                "--emit-script writes conditions as a script; none are given, and on " +
                    test.original.string() + " the command " + how_it_ended(seen.result) +
                    "\nhint: give some, such as " +
                    (symptom ? symptom->option() : "--exit 1 or --stderr 'a part of a message'"));
  } catch (const CrashSeen& seen) {
    ConditionOptions conditions;
    take_crash(seen, conditions, quiet);
    return conditions;
  }
}

}  // namespace grabr
