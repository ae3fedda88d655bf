// `grabr propose`: candidates for another reducer.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/option_values.h"
#include "cli/options/parser_options.h"
#include "run/proposing.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

struct ProposeOptions {
  run::ProposingOptions how;
  std::string grammar;
  ParseOptions parse;
  unsigned jobs = 0;  ///< 0: as many as the other reducer says
};

constexpr unsigned kMaxQuestionsAhead = 1024;

unsigned jobs_of_caller() {
  const char* const words = std::getenv("SHRINKRAY_REDUCER_PARALLELISM");
  const long jobs = words == nullptr ? 1 : std::strtol(words, nullptr, 10);
  return jobs >= 1 && jobs <= static_cast<long>(kMaxQuestionsAhead) ? static_cast<unsigned>(jobs)
                                                                    : 1;
}

int run_propose(ProposeOptions options) {
  if (!options.grammar.empty()) {
    options.how.parser =
        std::make_shared<const Parser>(read_grammar(find_grammar(options.grammar)), options.parse);
  }
  options.how.jobs = options.jobs != 0 ? options.jobs : jobs_of_caller();
  run::propose(std::cin, std::cout, options.how);
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_propose(CLI::App& app) {
  auto options = std::make_shared<ProposeOptions>();
  app.add_option(
         "-g,--grammar", options->grammar,
         "Grammar of the texts, by name, extension or file. Default: lines, words and characters")
      ->type_name("GRAMMAR");
  app.add_option("--strategy", options->how.strategy, "Search strategy. Default: auto")
      ->type_name("NAME");
  app.add_option("-j,--jobs", options->jobs,
                 "Propose up to N texts at once. Default: $SHRINKRAY_REDUCER_PARALLELISM, or 1")
      ->type_name("N")
      ->check(checked<unsigned>("a whole number from 1 to 1024", kMaxQuestionsAhead, 1U));
  declare_parser_options(app, options->parse);
  return [options](const std::optional<Words>&) { return run_propose(*options); };
}

}  // namespace grabr
