// `grabr check`: do files parse?
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "catalogue/choose_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/options/parser_options.h"
#include "parse/parser.h"
#include "report/tables/verdict.h"
#include "text/error.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

struct CheckOptions {
  std::string grammar;
  std::vector<std::string> files;
  ParseOptions parse;
  bool json = false;
  bool quiet = false;
};

/// Parsers by grammar file: each grammar is made ready once.
class Parsers {
 public:
  explicit Parsers(const ParseOptions& defaults) : defaults_(defaults) {}

  GrammarChoice choose(const Source& source, const std::string& option) {
    if (!option.empty()) return require_grammar(option, source.name(), source.bytes());
    if (!chooser_) chooser_.emplace();
    return require_grammar(*chooser_, option, source.name(), source.bytes());
  }

  const Parser& of(const GrammarChoice& choice) {
    std::unique_ptr<Parser>& parser = parsers_[choice.path.string()];
    if (!parser) parser = std::make_unique<Parser>(read_grammar(choice.path), defaults_);
    return *parser;
  }

 private:
  ParseOptions defaults_;
  std::optional<GrammarChooser> chooser_;
  std::map<std::string, std::unique_ptr<Parser>> parsers_;
};

bool check_file(const GrammarChoice& choice, const Parser& parser, const Source& source,
                const CheckOptions& options) {
  const std::optional<ParseFailure> failure = parser.check(source.bytes());
  if (options.json) {
    std::cout << (!failure ? parses_json(source.name(), choice.key)
                           : failure_json(*failure, parser, source, choice.key));
  } else if (failure && !options.quiet) {
    std::cerr << render(parser.describe(*failure, source), source)
              << other_grammars_note(choice, source.name());
  }
  return !failure;
}

/// One file that cannot be read, or has no grammar, does not keep the others from being checked.
void show_unchecked(const std::string& file, const Error& error, const CheckOptions& options) {
  if (!options.quiet) std::cerr << "grabr: " << error.what() << '\n';
  if (options.json) std::cout << unreadable_json(file, error.what());
}

int run_check(const CheckOptions& options) {
  Parsers parsers(options.parse);
  int exit = 0;
  for (const std::string& file : options.files) {
    std::optional<Source> source;
    GrammarChoice choice;
    const Parser* parser = nullptr;
    try {
      source = read_source(file);
      choice = parsers.choose(*source, options.grammar);
      parser = &parsers.of(choice);
    } catch (const Error& error) {
      if (source && !options.grammar.empty()) throw;
      show_unchecked(file, error, options);
      exit = status_of(error.kind());
      continue;
    }
    if (!check_file(choice, *parser, *source, options)) exit = std::max(exit, 1);
  }
  return exit;
}

}  // namespace

CommandAction declare_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  app.add_option("FILE", options->files, "Files to check; - is standard input")
      ->type_name("")
      ->required();
  app.add_option("-g,--grammar", options->grammar,
                 "Grammar, by name or file; default: by name or content")
      ->type_name("NAME|FILE");
  app.add_flag("--json", options->json, "Print one JSON object per file, a line each");
  app.add_flag("-q,--quiet", options->quiet, "Print nothing; only set the exit status");
  declare_parser_options(app, options->parse);
  return [options](const std::optional<Words>&) { return run_check(*options); };
}

}  // namespace grabr
