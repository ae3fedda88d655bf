#include "cli/command/bench_command.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "cli/line/option_values.h"
#include "cli/options/parser_options.h"
#include "text/error.h"
#include "text/named_value.h"

namespace grabr {
namespace {

struct BenchMode {
  std::string_view name;
  int (*run)(const BenchOptions& options);
};

constexpr BenchMode kModes[] = {
    {"reduce", bench_reductions},
    {"grammars", bench_grammars},
    {"shootout", bench_shootout},
};

struct OptionOfModes {
  const char* option;
  std::string_view mode;
  std::string_view also = {};  ///< another mode that takes the option
};

constexpr OptionOfModes kOptionsOfModes[] = {
    {"DIR|MANIFEST", "reduce"},
    {"--cases", "reduce"},
    {"--jobs", "reduce"},
    {"--max-time", "reduce"},
    {"--timeout", "reduce"},
    {"--output", "reduce"},
    {"--curve", "reduce"},
    {"--table", "reduce"},
    {"--html", "reduce"},
    {"--against", "reduce"},
    {"--tolerance", "reduce"},
    {"--shard", "reduce"},
    {"--merge", "reduce"},
    {"--strategies", "reduce", "shootout"},
    {"--max-tests", "reduce", "shootout"},
    {"--json", "grammars", "shootout"},
    {"--parser", "grammars", "shootout"},
    {"--max-parse-memory", "grammars", "shootout"},
    {"--corpus", "grammars"},
    {"--inputs", "shootout"},
    {"--seed", "shootout"},
};

/// Refuses options that the mode would ignore.
void check_options(const CLI::App& app, const std::string& mode) {
  for (const OptionOfModes& known : kOptionsOfModes) {
    if (known.mode == mode || known.also == mode) continue;
    if (app.get_option(known.option)->count() == 0) continue;
    std::string message = std::string(known.option) + " has no effect with --mode " + mode;
    message += "\nhint: it is for --mode " + std::string(known.mode);
    if (!known.also.empty()) message += " and --mode " + std::string(known.also);
    throw Error(ErrorKind::kInvalid, message);
  }
}

int run_bench(const CLI::App& app, const BenchOptions& options) {
  const BenchMode& mode = parse_row("--mode", options.mode, kModes);
  check_options(app, options.mode);
  return mode.run(options);
}

void declare_batch(CLI::App& app, BenchOptions& options) {
  constexpr const char* kGroup = "Reductions (--mode reduce)";
  app.add_option("DIR|MANIFEST", options.cases_path,
                 "A folder of cases, each a folder with input.EXT and\n"
                 "interesting.sh or test.sh; or a JSON file that lists them")
      ->type_name("");
  app.add_option("--cases", options.cases, "Run only these cases: 'c-pcc-*,dot-*'")
      ->type_name("GLOB,GLOB")
      ->group(kGroup);
  app.add_option("-j,--jobs", options.jobs, "Run N reductions at once, one test each;\ndefault: 1")
      ->type_name("N")
      ->check(checked<std::uint64_t>("a whole number from 1 to 1024", 1024, 1))
      ->group(kGroup);
  app.add_option("--max-time", options.limits.max_time_s,
                 "Stop each reduction after TIME (600, 10m); its best result so far is kept")
      ->type_name("TIME")
      ->transform(duration())
      ->group(kGroup);
  app.add_option("--timeout", options.limits.timeout_s,
                 "Kill each reduction after TIME and count it as failed")
      ->type_name("TIME")
      ->transform(duration())
      ->group(kGroup);
  app.add_option("-o,--output", options.records,
                 "Append a record (a line of JSON) for each reduction to FILE; those recorded "
                 "there are not run again. Default: bench.jsonl")
      ->type_name("FILE")
      ->check(no_dash())
      ->group(kGroup);
  app.add_flag("--curve", options.limits.curve, "Also record the size after each accepted step")
      ->group(kGroup);
  app.add_flag(
         "--table", options.table,
         "Print the records as tables. Nothing is run without DIR, or if DIR is a file of records")
      ->group(kGroup);
  app.add_option("--html", options.html,
                 "Write the records as an HTML page to OUT (-: standard output). Nothing is run "
                 "without DIR, or if DIR is a file of records")
      ->type_name("OUT")
      ->group(kGroup);
  app.add_option("--against", options.against,
                 "Compare with these older records: report new failures and cases with more tokens "
                 "or tests, and exit with 1 if there are any")
      ->type_name("FILE")
      ->group(kGroup);
  app.add_option("--tolerance", options.tolerance,
                 "With --against: ignore changes of up to PERCENT. Default: 0")
      ->type_name("PERCENT")
      ->check(checked<double>("a number from 0 to 1000", 1000))
      ->group(kGroup);
  app.add_option("--shard", options.shard,
                 "Run only part I of N of the cases, to share them among machines: 2/5")
      ->type_name("I/N")
      ->group(kGroup);
  app.add_option("--merge", options.merge, "Merge files of records into the -o file; run no cases")
      ->type_name("FILE")
      ->group(kGroup);
}

void declare_other_modes(CLI::App& app, BenchOptions& options) {
  constexpr const char* kGroup = "Grammars (--mode grammars, --mode shootout)";
  app.add_option("--corpus", options.corpus,
                 "Folder with LANGUAGE/valid and LANGUAGE/invalid, or with files of several "
                 "languages, told apart by extension")
      ->type_name("DIR")
      ->group(kGroup);
  app.add_option("-n,--inputs", options.inputs, "shootout: number of inputs. Default: 20")
      ->type_name("N")
      ->check(checked<std::uint64_t>("a whole number from 1 to 100000", 100000, 1))
      ->group(kGroup);
  app.add_option("--seed", options.seed, "shootout: random seed of the inputs. Default: 0")
      ->type_name("S")
      ->check(whole_number())
      ->group(kGroup);
  app.add_flag("--json", options.json, "Print one JSON object instead of a table")->group(kGroup);
  declare_parser_options(app, options.parse);
  for (const char* name : {"--parser", "--max-parse-memory"}) app.get_option(name)->group(kGroup);
}

}  // namespace

CommandAction declare_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  app.add_option(
         "--mode", options->mode,
         "reduce (default): run strategies on cases; grammars: measure how fast and how exact "
         "grammars are; shootout: run strategies on generated inputs with in-process tests")
      ->type_name("MODE");
  app.add_option("--strategies", options->strategies,
                 "Strategies to run. Default: auto (shootout: all)")
      ->type_name("NAME,NAME");
  app.add_option(
         "-g,--grammar,--grammars", options->grammars,
         "Grammars, by name or file. --mode reduce: for cases that name none; with several, "
         "each case runs once per grammar. Default: by the input's name or content. --mode "
         "grammars: the ones to measure. Default: all. --mode shootout: required")
      ->type_name("NAME,NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--max-tests", options->limits.max_tests,
                 "End each reduction after N tests (shootout: 2000)")
      ->type_name("N")
      ->check(whole_number());
  app.add_flag("-q,--quiet", options->quiet, "Print errors only");
  declare_batch(app, *options);
  declare_other_modes(app, *options);
  return [options, &app](const std::optional<Words>&) { return run_bench(app, *options); };
}

}  // namespace grabr
