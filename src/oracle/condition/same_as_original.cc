// The condition that a candidate's run is as the original's: how it ends, and both outputs.
// Tested by tests/oracle/conditions_test.cc.
#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/executions.h"
#include "text/setting.h"

namespace grabr {
namespace {

using FindingKind = Finding::Kind;

Finding same_as_original(const AskedRun& asked) {
  if (asked.original == nullptr) return {};
  const Execution& run = asked.run;
  const Execution& original = *asked.original;
  if (!end_alike(run, original)) {
    return {FindingKind::kDoesNotHold,
            how_run_ended(run) + ", with the original " + how_run_ended(original)};
  }
  if (!same_output(run, original)) {
    return {FindingKind::kDoesNotHold, "standard output is not the original's"};
  }
  return holds_if(same_errors(run, original), "standard error is not the original's");
}

}  // namespace

std::vector<Condition> original_conditions(const ConditionOptions& options) {
  if (!options.same_as_original) return {};
  std::string script = spelled("\n# {same-as-original}") + R"(
run_test "$GRABR_ORIGINAL" original
same original test || exit 1
)";
  // The output of a command that did not end depends on when it was stopped.
  if (options.hang_s) script += "[ \"$(status test)\" = timeout ] ||\n  ";
  script += "cmp -s \"$work\"/original.err \"$work\"/test.err || exit 1\n";
  return {{spelled("{same-as-original}"), same_as_original, script}};
}

}  // namespace grabr
