// `grabr grammar`: lists, checks, prints, draws, imports and exports grammars.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "grammar/analyse/analysis.h"
#include "grammar/load/load.h"
#include "grammar/model/print.h"
#include "report/export/export_grammar.h"
#include "report/form/text_table.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/named_value.h"

namespace grabr {
namespace {

struct GrammarOptions {
  std::vector<std::string> grammars;
  std::string of = "uses";
  bool quiet = false;
};

constexpr NamedValue<GrammarGraph> kGraphs[] = {
    {"uses", GrammarGraph::kUses},
    {"left-corner", GrammarGraph::kLeftCorner},
    {"unit", GrammarGraph::kUnit},
    {"tokens", GrammarGraph::kTokens},
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Does the word begin the grammar's name or the language's, or is it an alias or an extension?
bool is_meant(const GrammarCard& card, std::string_view word) {
  const std::string extension = (word.starts_with(".") ? "" : ".") + std::string(word);
  return card.key.starts_with(word) || lower_case(card.name).starts_with(word) ||
         std::ranges::count(card.aliases, word) > 0 ||
         std::ranges::count(card.extensions, extension) > 0;
}

/// The grammars that the words name; all of them if there are no words.
std::vector<GrammarCard> meant_grammars(const std::vector<std::string>& words) {
  const std::vector<GrammarCard> all = list_grammars(CardDetail::kAll);
  if (words.empty()) return all;
  std::vector<GrammarCard> meant;
  for (const std::string& word : words) {
    const std::size_t before = meant.size();
    std::ranges::copy_if(all, std::back_inserter(meant),
                         [&](const GrammarCard& card) { return is_meant(card, lower_case(word)); });
    if (meant.size() == before) find_grammar(word);  // throws, with a hint
  }
  return meant;
}

int list(const std::vector<std::string>& words, bool json) {
  const std::vector<GrammarCard> cards = meant_grammars(words);
  if (json) {
    std::cout << grammar_list_json(cards);
    return 0;
  }
  std::vector<TextRow> rows = {{"name", "language", "version", "rules", "files"}};
  for (const GrammarCard& card : cards) {
    std::string files = joined(card.extensions);
    if (!card.filenames.empty()) files += (files.empty() ? "" : " ") + joined(card.filenames);
    rows.push_back({card.key, card.name, card.version, std::to_string(card.rules), files});
  }
  std::cout << text_table(rows, "lllrl");
  return 0;
}

/// True when the grammar has neither errors nor warnings.
bool check_one(const std::string& name_or_file, bool quiet) {
  const std::filesystem::path path = find_grammar(name_or_file);
  const Source source = grammar_text(path);
  const GrammarFile file = load_grammar(source);
  bool good = file.grammar.has_value();
  for (const Diagnostic& problem : file.problems) {
    good = good && problem.severity == Severity::kNote;
  }
  if (quiet) return good;
  std::cerr << render(file, source);
  if (good) std::cout << shown_name(path) << ": no problems\n";
  return good;
}

int check_all(const GrammarOptions& options) {
  bool good = true;
  for (const std::string& grammar : options.grammars) {
    good = check_one(grammar, options.quiet) && good;
  }
  return good ? 0 : 1;
}

std::shared_ptr<const Grammar> only_grammar(const GrammarOptions& options) {
  return read_grammar(find_grammar(options.grammars.front()));
}

std::shared_ptr<GrammarOptions> declare_one_grammar(CLI::App& app) {
  auto options = std::make_shared<GrammarOptions>();
  app.add_option("GRAMMAR", options->grammars, "Name or file of a grammar")
      ->type_name("")
      ->required()
      ->expected(1);
  return options;
}

}  // namespace

CommandAction declare_grammar_list(CLI::App& app) {
  struct ListOptions {
    std::vector<std::string> words;
    bool json = false;
  };
  const auto options = std::make_shared<ListOptions>();
  app.add_option(
         "NAME", options->words,
         "List only these: names of languages or grammars, or file extensions. Default: all")
      ->type_name("");
  app.add_flag("--json", options->json, "Print a JSON array with all details and the files' paths");
  return [options](const std::optional<Words>&) { return list(options->words, options->json); };
}

CommandAction declare_grammar_check(CLI::App& app) {
  auto options = std::make_shared<GrammarOptions>();
  app.add_option("GRAMMAR", options->grammars, "Names or files of grammars")
      ->type_name("")
      ->required();
  app.add_flag("-q,--quiet", options->quiet, "Print nothing; only set the exit status");
  return [options](const std::optional<Words>&) { return check_all(*options); };
}

CommandAction declare_grammar_print(CLI::App& app) {
  auto options = declare_one_grammar(app);
  return [options](const std::optional<Words>&) {
    std::cout << print_rules(*only_grammar(*options));
    return 0;
  };
}

CommandAction declare_grammar_graph(CLI::App& app) {
  auto options = declare_one_grammar(app);
  app.add_option("--of", options->of,
                 "uses (default): which rule uses which; left-corner: their first symbols; unit: "
                 "symbols they can consist of alone; tokens: which rule uses which token")
      ->type_name("KIND");
  return [options](const std::optional<Words>&) {
    const GrammarGraph graph = parse_enum("--of", options->of, kGraphs);
    std::cout << grammar_dot(*only_grammar(*options), graph);
    return 0;
  };
}

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
  if (!command.quiet && !imported.remarks.empty()) {
    std::cerr << shown_name(command.output) << ": " << imported.remarks.size()
              << (imported.remarks.size() == 1 ? " remark\n" : " remarks\n");
  }
  return 0;
}

}  // namespace

CommandAction declare_grammar_import(CLI::App& app) {
  auto command = std::make_shared<ImportCommand>();
  app.add_option("FILE", command->files,
                 "Files of one grammar; their imports are found beside them")
      ->type_name("")
      ->required();
  app.add_option("-o,--output", command->output, "Where to write it (default: standard output)")
      ->type_name("FILE");
  app.add_option("--start", command->start, "Start symbol (default: guessed)")->type_name("RULE");
  app.add_flag("-q,--quiet", command->quiet, "Do not list what could not be converted");
  return [command](const std::optional<Words>&) { return run_import(*command); };
}

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
  app.add_flag("-q,--quiet", command->quiet,
               "Do not list constructs that the notation cannot express");
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
