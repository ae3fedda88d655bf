// `grabr generate`: sentences of a grammar, or texts with one thing deleted.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/command/generate_deletions.h"
#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "cli/line/number_check.h"
#include "cli/options/find_symbol.h"
#include "cli/show/numbered_output.h"
#include "generate/generator.h"
#include "text/error.h"
#include "text/named_value.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::uint64_t kMostSentences = 1'000'000'000;

struct GenerateOptions {
  std::string grammar;
  std::string start;
  std::string strategy = "random";
  std::string output;
  std::uint64_t count = 1;
  GeneratorOptions how;
  DeletionOptions deletions;
  bool null = false;
};

void check_bounds(const GenerateOptions& options) {
  if (options.how.min_nonterminals > options.how.max_nonterminals) {
    throw Error(ErrorKind::kInvalid, "--min-nonterminals " +
                                         std::to_string(options.how.min_nonterminals) +
                                         " is more than --max-nonterminals " +
                                         std::to_string(options.how.max_nonterminals));
  }
  if (options.null && !options.output.empty()) {
    throw Error(ErrorKind::kInvalid, "--null is for standard output, --output for files");
  }
}

int run_deletions(const GenerateOptions& options) {
  DeletionOptions deletions = options.deletions;
  deletions.count = options.count;
  deletions.seed = options.how.seed;
  const auto grammar = read_grammar(find_grammar(options.grammar));
  deletions.start = find_symbol(*grammar, options.start);
  return generate_deletions(grammar, deletions,
                            NumberedOutput(options.output, options.count, options.null));
}

int run_generate(const GenerateOptions& options) {
  check_bounds(options);
  if (!options.deletions.files.empty()) return run_deletions(options);
  const std::shared_ptr<const Grammar> grammar = read_grammar(find_grammar(options.grammar));
  GeneratorOptions how = options.how;
  how.strategy = parse_enum("--strategy", options.strategy, kGenerateStrategies);
  how.start = find_symbol(*grammar, options.start);
  Generator generator(grammar, how);
  const NumberedOutput output(options.output, options.count, options.null);
  const std::string extension = grammar->extensions.empty() ? ".txt" : grammar->extensions.front();
  for (std::uint64_t n = 0; n < options.count && std::cout; ++n) {
    output.write(n, print(generator.sentence(n)), extension);
  }
  finish_output();
  return 0;
}

}  // namespace

CommandAction declare_generate(CLI::App& app) {
  auto options = std::make_shared<GenerateOptions>();
  const auto whole = checked<std::uint64_t>("a whole number from 0 to 1000000000", kMostSentences);
  app.add_option("-g,--grammar", options->grammar, "Grammar, by name or file")
      ->type_name("NAME|FILE")
      ->required();
  app.add_option("-n,--count", options->count, "How many sentences; default: 1")
      ->type_name("N")
      ->check(whole);
  app.add_option("--seed", options->how.seed, "Another seed, other sentences; default: 0")
      ->type_name("S")
      ->check(whole_number());
  app.add_option("--start", options->start,
                 "Sentences of this symbol; default: the grammar's start")
      ->type_name("SYMBOL");
  auto* deleted = app.add_option("--delete", options->deletions.files,
                                 "Instead of sentences: these files in turn, each with one thing\n"
                                 "deleted that their tree can do without: a list element or an\n"
                                 "optional part")
                      ->type_name("FILE...");
  app.add_option("--list", options->deletions.list,
                 "With --delete: write a line of JSON for each text, with what was\n"
                 "deleted from where")
      ->type_name("FILE")
      ->needs(deleted);
  app.add_option("--strategy", options->strategy,
                 "random: alternatives by their {\"prob\": p} (default);\n"
                 "cost: all alike; coverage: what no sentence has used yet")
      ->type_name("NAME")
      ->excludes(deleted);
  app.add_option("--max-nonterminals", options->how.max_nonterminals,
                 "Nonterminals of a sentence's tree at most; default: 200")
      ->type_name("N")
      ->check(whole)
      ->excludes(deleted);
  app.add_option("--min-nonterminals", options->how.min_nonterminals,
                 "... and at least, where rules can grow; default: 0")
      ->type_name("N")
      ->check(whole)
      ->excludes(deleted);
  app.add_option("--max-depth", options->how.max_depth,
                 "Levels of nonterminals at most, where that is possible;\ndefault: no limit")
      ->type_name("N")
      ->check(whole)
      ->excludes(deleted);
  app.add_option("-o,--output", options->output,
                 "A file each in this folder, 0001 and on, by the grammar's\n"
                 "first extension (--delete: by that of its FILE); default:\n"
                 "standard output, a line end after each. No file with\n"
                 "another text is replaced")
      ->type_name("DIR");
  app.add_flag("-0,--null", options->null, "A NUL byte after each instead of the line end");
  return [options](const std::optional<Words>&) { return run_generate(*options); };
}

}  // namespace grabr
