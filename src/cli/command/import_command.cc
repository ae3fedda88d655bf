// `grabr grammar import`: makes a grammar of another tool's.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "catalogue/grammar_text.h"
#include "cli/commands.h"
#include "text/file.h"

namespace grabr {
namespace {

struct ImportCommand {
  std::vector<std::string> files;
  std::string output;
  std::string start;
  bool quiet = false;
};

int run_import(const ImportCommand& command) {
  ImportOptions options;
  options.start = command.start;
  const ImportedFile imported = import_files(command.files, options);
  if (!command.quiet) {
    std::cerr << render_remarks(imported);
    for (const std::string& guess : imported.guesses) std::cerr << "guessed: " << guess << "\n";
  }
  if (command.output.empty() || command.output == "-") {
    std::cout << imported.text;
    return 0;
  }
  write_atomically(command.output, imported.text);
  if (!command.quiet) {
    std::cerr << command.output << ": " << imported.remarks.size()
              << (imported.remarks.size() == 1 ? " remark\n" : " remarks\n");
  }
  return 0;
}

}  // namespace

CommandAction declare_grammar_import(CLI::App& app) {
  auto command = std::make_shared<ImportCommand>();
  app.add_option("FILE", command->files,
                 "Files of one grammar; what they name is found beside them")
      ->type_name("")
      ->required();
  app.add_option("-o,--output", command->output, "Where to write it (default: standard output)")
      ->type_name("FILE");
  app.add_option("--start", command->start,
                 "The rule that a whole input follows (default: guessed)")
      ->type_name("RULE");
  app.add_flag("-q,--quiet", command->quiet, "Do not say what could not be carried over");
  return [command](const std::optional<Words>&) { return run_import(*command); };
}

}  // namespace grabr
