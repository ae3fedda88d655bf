// `grabr reduce`: its options, and what they lead to.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/config_of.h"
#include "cli/interruption.h"
#include "cli/odd_inputs.h"
#include "cli/reduce_options.h"
#include "cli/reduction.h"
#include "cli/reduction_options.h"
#include "cli/saved_test.h"
#include "cli/strategy_cards.h"
#include "cli/test_options.h"
#include "run/reduce.h"
#include "run/round_robin.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

int run_reduction(const ReduceOptions& options, const Call& call) {
  const run::Config config = config_of(options, call);
  ReductionConsole console(options);
  StopSignals signals;
  const StopToken stop(signals);
  if (config.input.further.empty()) {
    return status_of(run::reduce(config, console, stop).ended_by);
  }
  const run::SetResult result = run::reduce_set(config, console, stop);
  sum_up(options, result);
  return status_of(result.ended_by);
}

}  // namespace

CommandAction declare_reduce(CLI::App& app) {
  struct Options : ReduceOptions {
    bool list_strategies = false;
    std::string explain;
  };
  auto options = std::make_shared<Options>();
  declare_reduce_options(app, *options);
  app.add_flag("--list-strategies", options->list_strategies,
               "Show the strategies, and the passes of auto, and end")
      ->group(kLookingGroup);
  app.add_option("--explain", options->explain,
                 "Show how a strategy, or a pass of auto, works and end")
      ->type_name("NAME")
      ->group(kLookingGroup);
  return [options](const std::optional<Words>& given) {
    if (options->list_strategies) return list_strategies();
    if (!options->explain.empty()) return explain_strategy(options->explain);
    const std::optional<Words> after_dashes = with_recipe(*options, given);
    if (options->emit_script) return emit_script(*options, after_dashes);
    const Call call = call_of(*options, after_dashes, true);
    prepare_for_standard_input(*options, call);
    give_standard_output(*options, options->output == "-");
    note_many_jobs(*options);
    return run_reduction(*options, call);
  };
}

}  // namespace grabr
