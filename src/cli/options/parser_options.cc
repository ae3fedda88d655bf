#include "cli/options/parser_options.h"

#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "text/encoding.h"
#include "text/error.h"
#include "text/file.h"
#include "text/suggest.h"

namespace grabr {

void declare_parser_options(CLI::App& app, ParseOptions& options) {
  const auto choose = [&options](const std::string& name) {
    using Engine = ParseOptions::Engine;
    options.engine = name == "reference" ? Engine::kReference : Engine::kFast;
  };
  app.add_option_function<std::string>(
         "--parser", choose,
         "Parser: fast (default), or reference (the textbook's Earley parser, slow)")
      ->check(CLI::IsMember({"fast", "reference"}).description(""))
      ->type_name("ENGINE");
  app.add_option("--max-parse-memory", options.max_memory,
                 "Memory limit of parsing one input, such as 500M. Default: 2G")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE");
}

Source read_source(const std::string& file) {
  std::string bytes =
      file != "-" ? read_file(file) : std::string(std::istreambuf_iterator<char>(std::cin), {});
  return Source(file, decode(std::move(bytes)).text);
}

SymbolId find_symbol(const Grammar& grammar, const std::string& name) {
  if (name.empty()) return kNoSymbol;
  std::vector<std::string> names;
  for (const Rule& rule : grammar.rules) {
    names.push_back(grammar.symbols[rule.symbol].name);
    // Angle brackets must be quoted in a shell, but a classic grammar has them.
    const bool same = names.back() == name || names.back() == "<" + name + ">" ||
                      "<" + names.back() + ">" == name;
    if (same) return rule.symbol;
  }
  const std::string hint = word_hint(name, names, "");
  throw Error(ErrorKind::kInvalid,
              "the grammar has no rule " + name + (hint.empty() ? "" : "\nhint: " + hint));
}

}  // namespace grabr
