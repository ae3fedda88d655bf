#include "cli/parser_options.h"

#include <map>
#include <string>

namespace grabr {

void declare_parser_options(CLI::App& app, ParseOptions& options) {
  using Engine = ParseOptions::Engine;
  const std::map<std::string, Engine> engines{{"fast", Engine::kFast},
                                              {"reference", Engine::kReference}};
  app.add_option("--parser", options.engine,
                 "fast (default), or reference: the textbook's Earley\n"
                 "parser, slow, for reading its chart and comparing")
      ->transform(CLI::Transformer(engines))
      ->check(CLI::IsMember(engines))
      ->type_name("ENGINE");
  app.add_option("--max-parse-memory", options.max_memory,
                 "Give up on an input whose parse takes more, such as\n"
                 "500M; default: 2G")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
}

}  // namespace grabr
