// `grabr reduce`: its options, and what they lead to.
#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/reduce_options.h"
#include "cli/reduction.h"
#include "cli/test_options.h"
#include "cli/turns.h"
#include "reduce/essays.h"
#include "reduce/schedule.h"

namespace grabr {
namespace {

std::string_view what_for(Needs needs) {
  switch (needs) {
    case Needs::kText: return "text, by --unit";
    case Needs::kTree: return "trees of what parses, else on text by ddmin";
    case Needs::kAnyTree: return "trees";
    case Needs::kEither: return "trees or text";
  }
  return "";
}

void list(std::string_view name, std::string_view help, const std::string& facts,
          std::string_view source) {
  const std::string indent(21, ' ');
  std::cout << std::left << std::setw(20) << name << ' ' << help << '\n'
            << indent << facts << '\n'
            << indent << "after " << source << '\n';
}

int list_strategies() {
  std::cout << "Strategies (--strategy; several: \"hddr:probdd then hoist then trec\"):\n";
  for (const Strategy& strategy : strategies()) {
    std::string facts = "on " + std::string(what_for(strategy.needs)) +
                        "; guarantee: " + std::string(strategy.guarantee);
    if (!strategy.minimizer.empty() && strategy.needs != Needs::kText) {
      facts += "; lists by " + std::string(strategy.minimizer);
    }
    list(strategy.name, strategy.help, facts, strategy.source);
  }
  std::cout << "\nList minimisers (--minimizer, for the lists that strategies on trees find):\n";
  for (const Minimizer& minimizer : minimizers()) {
    std::cout << minimizer.name << (minimizer.natural == Direction::kForward ? "" : " (backward)")
              << '\n';
  }
  return 0;
}

int explain(const std::string& name) {
  const ScheduleStep step = parse_schedule(name).steps.front();
  const Strategy& strategy = *step.strategy;
  list(strategy.name, strategy.help, "guarantee: " + std::string(strategy.guarantee),
       strategy.source);
  std::cout << '\n' << essay_of(strategy.file);
  if (strategy.name == "auto") {
    std::cout << "\nIts schedule (--schedule FILE takes another, --fast and --thorough have their "
                 "own):\n\n"
              << schedule_text(Effort::kNormal);
  }
  return 0;
}

}  // namespace

CommandAction declare_reduce(CLI::App& app) {
  struct Options : ReduceOptions {
    bool list_strategies = false;
    std::string explain;
  };
  auto options = std::make_shared<Options>();
  declare_reduce_options(app, *options);
  app.add_flag("--list-strategies", options->list_strategies, "Show the strategies and end")
      ->group(kLookingGroup);
  app.add_option("--explain", options->explain, "Show how a strategy works and end")
      ->type_name("NAME")
      ->group(kLookingGroup);
  return [options](const std::optional<Words>& after_dashes) {
    if (options->list_strategies) return list_strategies();
    if (!options->explain.empty()) return explain(options->explain);
    if (options->emit_script) return emit_script(*options, after_dashes);
    const Call call = call_of(*options, after_dashes, true);
    if (!call.further_inputs.empty()) return reduce_in_turns(*options, call);
    return run_reduction(*options, after_dashes);
  };
}

}  // namespace grabr
