// `grabr check`: do files parse?
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
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

/// A grammar made ready.
struct NamedParser {
  std::string key;
  Parser parser;
};

/// Parsers by grammar file: each grammar is made ready once.
class Parsers {
 public:
  explicit Parsers(const ParseOptions& defaults) : defaults_(defaults) {}

  const NamedParser& for_source(const Source& source, const std::string& option) {
    if (!chooser_ && option.empty()) chooser_.emplace();
    const std::filesystem::path path =
        chooser_ ? require_grammar(*chooser_, option, source.name(), source.bytes())
                 : find_grammar(option);
    auto found = parsers_.find(path.string());
    if (found == parsers_.end()) {
      auto made = std::make_unique<NamedParser>(
          NamedParser{path.stem().string(), Parser(read_grammar(path), defaults_)});
      found = parsers_.emplace(path.string(), std::move(made)).first;
    }
    return *found->second;
  }

 private:
  ParseOptions defaults_;
  std::optional<GrammarChooser> chooser_;
  std::map<std::string, std::unique_ptr<NamedParser>> parsers_;
};

bool check_file(const NamedParser& by, const Source& source, const CheckOptions& options) {
  const std::optional<ParseFailure> failure = by.parser.check(source.bytes());
  if (options.json) {
    std::cout << (!failure ? parses_json(source.name(), by.key)
                           : failure_json(*failure, by.parser, source, by.key));
  } else if (failure && !options.quiet) {
    std::cerr << render(by.parser.describe(*failure, source), source);
  }
  return !failure;
}

/// A file that cannot be read, or has no grammar, must not keep the others from being checked.
void show_unchecked(const std::string& file, const Error& error, const CheckOptions& options) {
  if (!options.quiet) std::cerr << "grabr: " << error.what() << '\n';
  if (options.json) std::cout << unreadable_json(file, error.what());
}

int run_check(const CheckOptions& options) {
  Parsers parsers(options.parse);
  int exit = 0;
  for (const std::string& file : options.files) {
    std::optional<Source> source;
    const NamedParser* parser = nullptr;
    try {
      source = read_source(file);
      parser = &parsers.for_source(*source, options.grammar);
    } catch (const Error& error) {
      if (source && !options.grammar.empty()) throw;
      show_unchecked(file, error, options);
      exit = status_of(error.kind());
      continue;
    }
    if (!check_file(*parser, *source, options)) exit = std::max(exit, 1);
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
  app.add_flag("--json", options->json,
               "Print one JSON object a file and line, with all that is known of a failure");
  app.add_flag("-q,--quiet", options->quiet, "Print nothing; only the exit status tells");
  declare_parser_options(app, options->parse);
  return [options](const std::optional<Words>&) { return run_check(*options); };
}

}  // namespace grabr
