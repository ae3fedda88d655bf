// `grabr reduce`: its options, and what they lead to.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command/end_words.h"
#include "cli/command/event_console.h"
#include "cli/command/reduction.h"
#include "cli/commands.h"
#include "cli/line/invocation.h"
#include "cli/options/config_of.h"
#include "cli/options/odd_inputs.h"
#include "cli/options/reduce_options.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_test.h"
#include "cli/options/test_options.h"
#include "cli/show/interruption.h"
#include "cli/show/strategy_cards.h"
#include "run/files/early_report.h"
#include "run/reduce.h"
#include "run/several/folder.h"
#include "run/several/round_robin.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

/// Of several turns: a result of one input knows what was done to its search.
void end_view(Console& console) {
  console.close_view();
  if (console.was_steered()) say_line(words_on_hands({"passes were left out"}));
}

int run_reduction(const ReduceOptions& options, const Call& call, EventLog* events) {
  run::Config config = with_early_report(options.report, !call.further_inputs.empty(),
                                         [&] { return config_of(options, call); });
  config.output.call = words_of_process();
  const auto is_standard_output = [](const std::string& path) { return path == "/dev/stdout"; };
  const bool shares_output = is_standard_output(options.trace) ||
                             is_standard_output(options.report) ||
                             is_standard_output(options.events);
  EventConsole console(options, choose_ui(options.ui, shares_output), call.input, events);
  StopSignals signals;
  const StopToken stop(signals);
  if (run::is_folder(config)) {
    const run::FolderResult result = run::reduce_folder(config, console, stop);
    end_view(console);
    sum_up(options, result);
    if (events != nullptr) tell_end(*events, result);
    return status_of(result.ended_by);
  }
  if (config.input.further.empty()) {
    const run::Result result = run::reduce(config, console, stop);
    if (events != nullptr) tell_end(*events, result);
    return status_of(result.ended_by);
  }
  const run::SetResult result = run::reduce_set(config, console, stop);
  end_view(console);
  sum_up(options, result);
  if (events != nullptr) tell_end(*events, result);
  return status_of(result.ended_by);
}

/// What tells of a run must not take the place of what it is about.
void refuse_over_input(const ReduceOptions& options, const Call& call) {
  for (const auto& [option, file] : {std::pair{"--report", &options.report},
                                     {"--trace", &options.trace},
                                     {"--events", &options.events}}) {
    std::error_code ignored;
    if (file->empty() || !std::filesystem::equivalent(*file, call.input, ignored)) continue;
    throw Error(ErrorKind::kInvalid,
                std::string(option) + " " + *file + ": this is the input\nhint: name another file");
  }
}

/// Tells what happens in a file of lines, the end without a result too.
int run_with_events(const ReduceOptions& options, const Call& call) {
  if (options.events.empty()) return run_reduction(options, call, nullptr);
  EventLog events(options.events);
  std::vector<std::string> inputs = {call.input};
  inputs.insert(inputs.end(), call.further_inputs.begin(), call.further_inputs.end());
  events.start(inputs, options.strategy);
  int status = 0;
  try {
    status = run_reduction(options, call, &events);
  } catch (const Error& error) {
    events.refused(error, status_of(error.kind()));
    throw;
  }
  if (!events.is_whole()) say_line("not all events could be written to " + options.events);
  return status;
}

}  // namespace

CommandAction declare_reduce(CLI::App& app) {
  struct Options : ReduceOptions {
    bool list_strategies = false;
    std::string explain;
  };
  auto options = std::make_shared<Options>();
  declare_reduce_options(app, *options);
  app.add_option("--events", options->events,
                 "Tell programs what happens: write each step to FILE as\n"
                 "it is taken, one line of JSON each; -: to standard output")
      ->type_name("FILE")
      ->group(kLookingGroup);
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
    refuse_over_input(*options, call);
    note_many_jobs(*options);
    return run_with_events(*options, call);
  };
}

}  // namespace grabr
