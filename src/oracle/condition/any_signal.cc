// The condition that a run dies by a signal, whichever.
#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/executions.h"
#include "text/setting.h"

namespace grabr {

std::vector<Condition> any_signal_conditions(const ConditionOptions& given) {
  if (!given.any_signal) return {};
  const auto ask = [](const AskedRun& asked) {
    return holds_if(!asked.run.timed_out && exit_status(asked.run) > 128, how_run_ended(asked.run));
  };
  return {{spelled("{any-signal}"), ask,
           spelled("\n# {any-signal}\n") + "[ \"$(status test)\" -gt 128 ] || exit 1\n"}};
}

}  // namespace grabr
