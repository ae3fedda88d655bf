// `grabr reduce`: its options, and what they lead to.
#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/reduce_options.h"
#include "cli/reduction.h"
#include "cli/test_options.h"
#include "reduce/strategy.h"

namespace grabr {
namespace {

std::string_view what_for(Needs needs) {
  switch (needs) {
    case Needs::kText: return "text, by --unit";
    case Needs::kTree:
    case Needs::kAnyTree: return "trees";
    case Needs::kEither: return "trees or text";
  }
  return "";
}

int list_strategies() {
  for (const Strategy& strategy : strategies()) {
    std::cout << std::left << std::setw(20) << strategy.name << ' ' << strategy.help << '\n'
              << std::string(21, ' ') << "works on: "
              << what_for(strategy.needs)
              << "; result: " << strategy.guarantee << '\n';
  }
  return 0;
}

}  // namespace

CommandAction declare_reduce(CLI::App& app) {
  struct Options : ReduceOptions {
    bool list_strategies = false;
  };
  auto options = std::make_shared<Options>();
  declare_reduce_options(app, *options);
  app.add_flag("--list-strategies", options->list_strategies, "Show the strategies and end")
      ->group(kLookingGroup);
  return [options](const std::optional<Words>& after_dashes) {
    if (options->list_strategies) return list_strategies();
    if (options->emit_script) return emit_script(*options, after_dashes);
    return run_reduction(*options, after_dashes);
  };
}

}  // namespace grabr
