// `grabr grammar export`: a grammar in another notation, or as diagrams.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "report/export/export_grammar.h"
#include "text/file.h"
#include "text/named_value.h"

namespace grabr {
namespace {

constexpr NamedValue<ExportNotation> kExportNotations[] = {
    {"antlr4", ExportNotation::kAntlr},
    {"ebnf", ExportNotation::kEbnf},
    {"svg", ExportNotation::kSvg},
};

struct ExportCommand {
  std::string grammar;
  std::string to;
  std::string output;
  bool quiet = false;
};

}  // namespace

CommandAction declare_grammar_export(CLI::App& app) {
  auto command = std::make_shared<ExportCommand>();
  app.add_option("GRAMMAR", command->grammar, "Name or file of a grammar, of any notation")
      ->type_name("")
      ->required();
  app.add_option("--to", command->to, "antlr4, ebnf (the W3C's), or svg: railroad diagrams")
      ->type_name("NOTATION")
      ->required();
  app.add_option("-o,--output", command->output, "Where to write it (default: standard output)")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", command->quiet, "Do not say what the notation cannot say");
  return [command](const std::optional<Words>&) {
    const ExportNotation notation = parse_enum("--to", command->to, kExportNotations);
    const auto grammar = read_grammar(find_grammar(command->grammar));
    const ExportedGrammar exported = export_grammar(*grammar, notation);
    if (!command->quiet) {
      for (const std::string& lost : exported.lost) std::cerr << "lost: " << lost << "\n";
    }
    if (command->output.empty() || command->output == "-") std::cout << exported.text;
    else write_atomically(command->output, exported.text);
    return 0;
  };
}

}  // namespace grabr
