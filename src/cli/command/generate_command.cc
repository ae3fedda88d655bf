// `grabr generate`: sentences of a grammar, or texts with one part deleted.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "cli/line/option_values.h"
#include "cli/options/parser_options.h"
#include "generate/deletion.h"
#include "generate/generator.h"
#include "generate/random_numbers.h"
#include "grammar/model/grammar.h"
#include "oracle/process/spawn.h"
#include "parse/parser.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/named_value.h"
#include "text/utf8.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Writes numbered texts: each to its own file in a folder, or all to standard output.
class NumberedOutput {
 public:
  /// `folder`: empty for standard output; otherwise it is created. `count` decides how many digits
  /// names have. `null`: on standard output, a NUL byte ends each text instead of a line end.
  NumberedOutput(std::filesystem::path folder, std::uint64_t count, bool null);

  /// Writes text `number`, counted from 0. Throws Error(kInvalid) rather than replace a file with
  /// another text.
  void write(std::uint64_t number, std::string_view text, const std::string& extension) const;
  /// The file of a text: 0001, 0002, …; empty for standard output.
  std::filesystem::path file(std::uint64_t number, const std::string& extension) const;

 private:
  std::filesystem::path folder_;
  std::size_t width_;
  bool null_;
};

constexpr std::size_t kMinDigits = 4;

/// Repeating a call is allowed, and so is asking for more texts.
void require_no_other(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored) || read_file(path) == text) return;
  throw Error(ErrorKind::kInvalid,
              shown_name(path) +
                  " already exists with another text\n"
                  "hint: name another folder, or remove the files of an earlier call");
}

NumberedOutput::NumberedOutput(std::filesystem::path folder, std::uint64_t count, bool null)
    : folder_(std::move(folder)),
      width_(std::max(kMinDigits, std::to_string(count).size())),
      null_(null) {
  if (!folder_.empty()) make_folder(folder_);
}

std::filesystem::path NumberedOutput::file(std::uint64_t number,
                                           const std::string& extension) const {
  if (folder_.empty()) return {};
  std::string name = std::to_string(number + 1);
  name.insert(0, width_ - std::min(width_, name.size()), '0');
  return folder_ / (name + extension);
}

void NumberedOutput::write(std::uint64_t number, std::string_view text,
                           const std::string& extension) const {
  if (folder_.empty()) {
    std::cout << text << (null_ ? '\0' : '\n');
    return;
  }
  const std::filesystem::path path = file(number, extension);
  require_no_other(path, text);
  write_atomically(path, text);
}

/// Throws Error(kSystem) if standard output did not take everything.
void finish_output() {
  std::cout.flush();
  if (!std::cout) throw Error(ErrorKind::kSystem, "cannot write to standard output");
}

// --delete: files with one part of their tree deleted.

struct DeletionOptions {
  std::vector<std::string> files;
  std::string list;            ///< file that lists the deleted parts; empty: none
  SymbolId start = kNoSymbol;  ///< start symbol of the files; kNoSymbol: the grammar's
  std::uint64_t count = 1;
  std::uint64_t seed = 0;
};

constexpr std::size_t kMaxBytesOfDeletedText = 200;  // bytes of a deleted text that are listed

struct DeletableFile {
  std::string name;
  Deletions deletions;
};

/// The files that parse and have something to delete; tells the user about the others.
class DeletableFiles {
 public:
  DeletableFiles(std::shared_ptr<const Grammar> grammar, SymbolId start)
      : parser_(std::move(grammar)), how_(parser_.defaults()) {
    how_.start = start;
  }

  void add(const std::string& file) {
    try {
      add_source(read_source(file));
    } catch (const Error& error) {
      std::cerr << "grabr: " << error.what() << '\n';
      exit_ = status_of(error.kind());
    }
  }

  const std::vector<DeletableFile>& files() const { return files_; }
  int exit() const { return exit_; }

 private:
  void add_source(const Source& source) {
    const ParseResult result = parser_.parse(source.bytes(), how_);
    if (const auto* failure = std::get_if<ParseFailure>(&result)) {
      std::cerr << render(parser_.describe(*failure, source), source)
                << "grabr: " << shown_name(source.name()) << " does not parse and is left out\n";
      exit_ = std::max(exit_, 1);
      return;
    }
    Deletions deletions(std::get<Tree>(result));
    if (deletions.size() > 0) {
      files_.push_back({source.name(), std::move(deletions)});
    } else {
      std::cerr << "grabr: " << shown_name(source.name())
                << " has nothing to delete and is left out\n";
    }
  }

  Parser parser_;
  ParseOptions how_;
  std::vector<DeletableFile> files_;
  int exit_ = 0;
};

std::string symbol_name(const Grammar& grammar, SymbolId symbol) {
  return symbol == kNoSymbol ? "" : grammar.symbols[symbol].name;
}

std::string as_json(const Grammar& grammar, const std::string& file, const std::string& from,
                    const Deletion& deletion) {
  nlohmann::ordered_json json;
  json["file"] = file;
  json["from"] = from;
  json["rule"] = symbol_name(grammar, deletion.rule);
  json["kind"] = deletion.element ? "element" : "optional";
  json["symbol"] = symbol_name(grammar, deletion.symbol);
  json["offset"] = deletion.offset;
  json["deleted"] = beginning(deletion.deleted, kMaxBytesOfDeletedText);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

/// Returns the exit status. Files that do not parse, or have nothing to delete, are reported and
/// left out, and the status is 1. If there are no others, there is no text.
int generate_deletions(const std::shared_ptr<const Grammar>& grammar,
                       const DeletionOptions& options, const NumberedOutput& output) {
  DeletableFiles sources(grammar, options.start);
  for (const std::string& file : options.files) {
    hide_like(file);
    sources.add(file);
  }
  const std::vector<DeletableFile>& files = sources.files();
  std::string list;
  for (std::uint64_t n = 0; n < options.count && !files.empty() && std::cout; ++n) {
    const DeletableFile& from = files[n % files.size()];
    RandomNumbers random(options.seed, n);
    const Deletion deletion = from.deletions.any(random);
    const std::string extension = std::filesystem::path(from.name).extension().string();
    output.write(n, deletion.text, extension);
    if (options.list.empty()) continue;
    list += as_json(*grammar, output.file(n, extension).string(), from.name, deletion);
  }
  finish_output();
  if (!options.list.empty()) write_atomically(options.list, list);
  return sources.exit();
}

constexpr std::uint64_t kMaxSentences = 1'000'000'000;

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
  const auto whole = checked<std::uint64_t>("a whole number from 0 to 1000000000", kMaxSentences);
  app.add_option("-g,--grammar", options->grammar, "Grammar, by name or file")
      ->type_name("NAME|FILE")
      ->required();
  app.add_option("-n,--count", options->count, "Number of sentences. Default: 1")
      ->type_name("N")
      ->check(whole);
  app.add_option("--seed", options->how.seed, "Random seed. Default: 0")
      ->type_name("S")
      ->check(whole_number());
  app.add_option("--start", options->start, "Generate this symbol. Default: the grammar's start")
      ->type_name("SYMBOL");
  auto* deleted = app.add_option("--delete", options->deletions.files,
                                 "Generate copies of these files instead, each with one list "
                                 "element or optional part deleted")
                      ->type_name("FILE...");
  app.add_option(
         "--list", options->deletions.list,
         "With --delete: write a line of JSON for each text, with what was deleted and where")
      ->type_name("FILE")
      ->needs(deleted);
  app.add_option("--strategy", options->strategy,
                 "random (default): choose alternatives by {\"prob\": p};\ncost: uniformly; "
                 "coverage: unused ones first")
      ->type_name("NAME")
      ->excludes(deleted);
  app.add_option("--max-nonterminals", options->how.max_nonterminals,
                 "Maximum number of nonterminals in the tree of a sentence. Default: 200")
      ->type_name("N")
      ->check(whole)
      ->excludes(deleted);
  app.add_option("--min-nonterminals", options->how.min_nonterminals,
                 "Minimum number of nonterminals, if the rules can grow. Default: 0")
      ->type_name("N")
      ->check(whole)
      ->excludes(deleted);
  app.add_option("--max-depth", options->how.max_depth,
                 "Maximum nesting of nonterminals, where possible. Default: no limit")
      ->type_name("N")
      ->check(whole)
      ->excludes(deleted);
  app.add_option("-o,--output", options->output,
                 "Write each text to a file in this folder, 0001 and on, with the first extension "
                 "of the grammar. Default: standard output, with a line end after each. Existing "
                 "files are not replaced")
      ->type_name("DIR");
  app.add_flag("-0,--null", options->null, "Print a NUL byte after each instead of the line end");
  return [options](const std::optional<Words>&) { return run_generate(*options); };
}

}  // namespace grabr
