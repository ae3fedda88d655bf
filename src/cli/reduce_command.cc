// `grabr reduce`: its options.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/parser_options.h"
#include "cli/reduction.h"
#include "reduce/strategy.h"

namespace grabr {
namespace {

int list_strategies() {
  for (const Strategy& strategy : strategies()) {
    std::cout << std::left << std::setw(20) << strategy.name << ' ' << strategy.help << '\n'
              << std::string(21, ' ') << "works on: "
              << (strategy.needs == Needs::kTree   ? "trees"
                  : strategy.needs == Needs::kText ? "text, by --unit"
                                                   : "trees or text")
              << "; result: " << strategy.guarantee << '\n';
  }
  return 0;
}

/// Checks without a note in the help, and with a message for people.
template <typename Number>
CLI::Validator checked(const char* wanted) {
  const auto complaint = [wanted](const std::string& word) {
    Number number = 0;
    const bool good = !word.starts_with('-') && CLI::detail::lexical_cast(word, number) && number >= 0;
    return good ? std::string() : word + " is not " + wanted;
  };
  return CLI::Validator(complaint, "");
}

CLI::Validator seconds() { return checked<double>("a number from 0 up"); }
CLI::Validator whole_number() { return checked<std::uint64_t>("a whole number from 0 up"); }

void declare_files(CLI::App& app, ReduceOptions& options) {
  app.add_option("TEST FILE", options.positionals,
                 "The test (a program, or a quoted command with\narguments), and the failing input")
      ->type_name("");
  app.add_option("-t,--test", options.test, "The test, instead of TEST")->type_name("TEST");
  app.add_option("-i,--input", options.input, "The failing input, instead of FILE")->type_name("FILE");
  app.add_option("-o,--output", options.output,
                 "Where the result goes; - is standard output.\nDefault: input.c gives input.reduced.c")
      ->type_name("OUT");
  app.add_flag("-I,--in-place", options.in_place,
               "Replace the input itself; FILE.orig keeps it as it was");
}

void declare_search(CLI::App& app, ReduceOptions& options) {
  app.add_option("-g,--grammar", options.grammar, "Grammar, by name or file; default: by extension")
      ->type_name("NAME|FILE");
  app.add_option("--strategy", options.strategy, "How to search; default: auto")->type_name("NAME");
  app.add_option("--unit", options.unit, "What strategies on text remove: chars (default),\n"
                                         "bytes, tokens or lines")
      ->type_name("UNIT");
  app.add_flag("--strict", options.strict, "Refuse an input that does not parse (exit status 4)");
  app.add_flag("--no-partial", options.no_partial,
               "Reduce an input that does not parse as text only,\n"
               "even where most of it does parse");
  declare_parser_options(app, options.parse);
  app.add_option("--timeout", options.timeout_s,
                 "Seconds for one test, 0: no limit.\nDefault: ten times the original's, at least 2")
      ->type_name("SEC")
      ->check(seconds());
  app.add_option("--max-tests", options.max_tests, "End after so many tests (exit status 6)")
      ->type_name("N")
      ->check(whole_number());
  app.add_option("--max-time", options.max_time_s, "End after so many seconds (exit status 6)")
      ->type_name("SEC")
      ->check(seconds());
}

void declare_output(CLI::App& app, ReduceOptions& options) {
  app.add_option("--trace", options.trace, "Write every test to FILE, one line of JSON each")
      ->type_name("FILE");
  app.add_flag("--trace-cached", options.trace_cached,
               "Have --trace show the answers that were known, too");
  app.add_option("--report", options.report, "Write sizes, counts, phases and times to FILE as JSON")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", options.quiet, "Say nothing but errors");
  app.add_flag("-v,--verbose", options.verbose, "Say when a phase begins");
}

}  // namespace

CommandAction declare_reduce(CLI::App& app) {
  struct Options : ReduceOptions {
    bool list_strategies = false;
  };
  auto options = std::make_shared<Options>();
  declare_files(app, *options);
  declare_search(app, *options);
  app.add_flag("--list-strategies", options->list_strategies, "Show the strategies and end");
  declare_output(app, *options);
  return [options](const std::optional<Words>& after_dashes) {
    return options->list_strategies ? list_strategies() : run_reduction(*options, after_dashes);
  };
}

}  // namespace grabr
