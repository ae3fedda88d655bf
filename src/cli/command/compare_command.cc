// `grabr compare`: several strategies on one input, side by side.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/line/option_values.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_test.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "cli/show/strategies.h"
#include "report/page/page.h"
#include "report/tables/comparison.h"
#include "run/compare.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr const char* kDefaultStrategies =
    "ddmin-2000:chars,ddmin-2000:tokens,ddmin-2000:lines,hdd,perses,grabr,auto";

struct CompareOptions : ReduceOptions {
  std::string strategies = kDefaultStrategies;
  std::string folder;  ///< folder for the results; empty: they are not kept
  std::string html;    ///< a file, "-": standard output; empty: no page
  bool json = false;
  bool csv = false;
};

int run_comparison(CompareOptions options, const std::optional<Words>& given) {
  const std::vector<Schedule> schedules = parse_strategy_list(options.strategies);
  const std::optional<Words> after_dashes = with_recipe(options, given);
  const run::Config config = config_of(options, after_dashes);
  require_not_read(options.html);
  Console console(options.quiet, options.verbose);
  StopSignals signals;
  const run::Compared compared =
      run::compare(config, schedules, options.folder, console, StopToken(signals));
  const Comparison& comparison = compared.comparison;
  if (!options.html.empty()) write_page(options.html, html_page(comparison));
  if (options.html == "-") return status_of(compared.ended_by);
  std::cout << (options.json  ? comparison_json(comparison)
                : options.csv ? comparison_csv(comparison)
                              : comparison_table(comparison))
            << std::flush;
  return status_of(compared.ended_by);
}

/// The limits end one strategy, not the command: a comparison goes on with the next one.
void describe_limits(CLI::App& app) {
  app.get_option("--max-tests")->description("End each strategy after N tests");
  app.get_option("--max-time")->description("Stop each strategy after TIME: 90, 10m, 1h30m");
}

}  // namespace

CommandAction declare_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  declare_problem_options(app, *options);
  remove_options(app, {"--log-tests"});
  describe_limits(app);
  app.add_option("--strategies", options->strategies,
                 "Strategies to compare, separated by commas:\n"
                 "\"ddmin-2000:tokens,hddr:probdd then hoist,auto\".\n"
                 "Default: ddmin-2000 on chars, tokens and lines, hdd,\n"
                 "perses, grabr, auto")
      ->type_name("NAME,NAME")
      ->group("The search");
  app.add_option("-o,--output", options->folder, "Keep each result in this folder, as STRATEGY.EXT")
      ->type_name("DIR")
      ->check(no_dash())
      ->group("Output");
  app.add_option("--html", options->html,
                 "Also write an HTML page with the table, sizes over time and results side by "
                 "side; -: print only the page")
      ->type_name("OUT")
      ->group("Output");
  app.add_flag("--json", options->json, "Print one JSON object instead of a table")
      ->group("Output");
  app.add_flag("--csv", options->csv, "Print the table as CSV")
      ->group("Output")
      ->excludes("--json");
  return [options](const std::optional<Words>& after_dashes) {
    return run_comparison(*options, after_dashes);
  };
}

}  // namespace grabr
