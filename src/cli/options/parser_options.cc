#include "cli/options/parser_options.h"

#include <string>

namespace grabr {

void declare_parser_options(CLI::App& app, ParseOptions& options) {
  const auto choose = [&options](const std::string& name) {
    using Engine = ParseOptions::Engine;
    options.engine = name == "reference" ? Engine::kReference : Engine::kFast;
  };
  app.add_option_function<std::string>("--parser", choose,
                                       "fast (default), or reference: the textbook's Earley\n"
                                       "parser, slow, for reading its chart and comparing")
      ->check(CLI::IsMember({"fast", "reference"}).description(""))
      ->type_name("ENGINE");
  app.add_option("--max-parse-memory", options.max_memory,
                 "Give up on an input whose parse takes more, such as\n"
                 "500M; default: 2G")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE");
}

}  // namespace grabr
