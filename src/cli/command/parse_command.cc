// `grabr parse`: show how a file parses.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "cli/line/option_values.h"
#include "cli/options/parser_options.h"
#include "parse/ambiguity/ambiguity.h"
#include "parse/ambiguity/chart_dump.h"
#include "parse/content/found_contents.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "reduce/tree_query.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/named_value.h"
#include "text/source.h"
#include "text/utf8.h"
#include "tree/dump.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTextShown = 60;

/// If there are too many to count, the first ambiguity is still shown.
std::string count_text(AllDerivations& derivations) try {
  const DerivationCount count = derivations.count();
  const std::string cyclic =
      count.cyclic ? ", and cyclic ones, which are neither counted nor built" : "";
  if (count.number == kMaxDerivations) {
    return std::to_string(kMaxDerivations) + " derivations or more" + cyclic;
  }
  if (count.number > 1) return std::to_string(count.number) + " derivations" + cyclic;
  return count.cyclic ? "1 derivation" + cyclic : "unambiguous";
} catch (const Error& error) {
  return error.what();
}

/// Replaces white space of any kind by single blanks, and leaves out the middle of a long text.
std::string shortened(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!blank) line += c;
    else if (!line.ends_with(' ')) line += ' ';
  }
  if (line.size() <= kMaxTextShown) return line;
  const auto in_code_point = [&](std::size_t at) {
    return (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80;
  };
  std::size_t head = kMaxTextShown / 2;
  std::size_t tail = line.size() - kMaxTextShown / 2;
  while (head > 0 && in_code_point(head)) --head;
  while (tail < line.size() && in_code_point(tail)) ++tail;
  return line.substr(0, head) + " … " + line.substr(tail);
}

std::string place(const Source& source, std::uint32_t offset) {
  const Position at = source.position(offset);
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

/// Shows the first and the last character of the span; for an empty span only its place.
std::string place(const Source& source, Span span) {
  std::string text = shown_name(source.name()) + ":" + place(source, span.begin);
  if (span.size() > 0) text += "-" + place(source, span.end - 1);
  return text;
}

/// What --ambiguity prints: how many derivations, where the first ambiguity is and its two trees:
///
///   sum.txt: 5 derivations
///   sum.txt:1:1-1:5: <e> is ambiguous: 1+1+1
///   the chosen tree:
///   …
///   another tree:
///   …
std::string ambiguity_text(AllDerivations& derivations, const Source& source) {
  std::string text = shown_name(source.name()) + ": " + count_text(derivations) + "\n";
  const auto found = derivations.first_ambiguity();
  if (!found) return text;
  const std::string shown = shortened(source.slice(found->span));
  text += place(source, found->span) + ": " + found->symbol +
          " is ambiguous: " + (shown.empty() ? "nothing" : shown) + "\n";
  return text + "the chosen tree:\n" + dump(found->chosen) + "another tree:\n" + dump(found->other);
}

constexpr std::size_t kMaxReasons = 100;

struct ParseCommandOptions {
  std::string grammar;
  std::string file;
  std::string print = "tree";
  std::string start;
  ParseOptions parse;
  bool partial = false;
  bool ambiguity = false;
  std::uint64_t tree = 1;
  std::string query;  ///< symbol to find
  std::string query_kind = "subtrees";
  int query_depth = -1;
  bool all_combinations = false;
};

/// Line and column of ascending offsets: Source::position would reread a long line for each token.
class MovingPlace {
 public:
  explicit MovingPlace(std::string_view text) : text_(text) {}

  Position move_to(std::uint32_t offset) {
    while (at_ < offset) {
      const bool line_end = text_[at_] == '\n';
      at_ += code_point_length(text_, at_);
      place_ = line_end ? Position{place_.line + 1, 1} : Position{place_.line, place_.column + 1};
    }
    return place_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  Position place_{1, 1};
};

/// Prints each token on a line: `line:column`, the terminal's name and the text. Literals are named
/// by their text.
void token_lines(const Tree& tree, const Source& source, const WritePiece& write) {
  MovingPlace moving(source.bytes());
  for_each_in(tree, tree.root(), [&](NodeId id) {
    const Node& node = tree[id];
    if (node.kind != NodeKind::kToken) return;
    const Position place = moving.move_to(node.text().begin);
    const bool pattern = node.symbol != kNoSymbol &&
                         tree.grammar().symbols[node.symbol].kind != SymbolKind::kLiteral;
    const std::string name =
        pattern ? tree.grammar().symbols[node.symbol].name : quoted(tree.token_text(id));
    write(std::to_string(place.line) + ":" + std::to_string(place.column) + "\t" + name + "\t" +
          escaped(tree.token_text(id)) + "\n");
  });
}

std::vector<InnerTree> inner_trees(const std::vector<ContentTree>& contents) {
  std::vector<InnerTree> trees;
  for (const ContentTree& content : contents) {
    trees.push_back({content.node, content.language, &content.tree, inner_trees(content.inside)});
  }
  return trees;
}

/// Includes the trees of embedded texts in other languages.
void tree_text(const Tree& tree, const Source&, const WritePiece& write) {
  ContentParsers parsers;
  const std::vector<ContentTree> contents = content_trees(tree, parsers);
  write_dump(tree, write, inner_trees(contents));
}
void json_text(const Tree& tree, const Source&, const WritePiece& write) {
  ContentParsers parsers;
  const std::vector<ContentTree> contents = content_trees(tree, parsers);
  write_dump_json(tree, write, inner_trees(contents));
}
void dot_text(const Tree& tree, const Source&, const WritePiece& write) {
  write_dump_dot(tree, write);
}

/// The kinds that --print knows. Charts and forests exist even for texts that do not parse.
struct PrintKind {
  std::string_view name;
  void (*of_tree)(const Tree&, const Source&, const WritePiece&);
  std::string (*of_parse)(const Parser&, std::string_view, const ParseOptions&);
};

const PrintKind kPrintKinds[] = {
    {"tree", tree_text, nullptr},   {"json", json_text, nullptr},
    {"dot", dot_text, nullptr},     {"tokens", token_lines, nullptr},
    {"chart", nullptr, dump_chart}, {"forest", nullptr, dump_forest},
};

const PrintKind& find_print_kind(const std::string& name) {
  return parse_row("--print", name, kPrintKinds);
}

/// "tree (default), json, … or forest"
std::string print_kind_names() {
  std::string names;
  for (std::size_t i = 0; i < std::size(kPrintKinds); ++i) {
    if (i > 0) names += i + 1 == std::size(kPrintKinds) ? " or " : ", ";
    names += kPrintKinds[i].name;
    if (i == 0) names += " (default)";
  }
  return names;
}

void print_with_line_end(const std::string& text) {
  std::cout << text;
  if (!text.ends_with('\n')) std::cout << '\n';
}

void print_tree(const PrintKind& kind, const Tree& tree, const Source& source) {
  bool ends_line = false;
  kind.of_tree(tree, source, [&](std::string_view piece) {
    std::cout << piece;
    ends_line = piece.ends_with('\n');
  });
  if (!ends_line) std::cout << '\n';
}

/// Prints a tree of any text; on standard error, why parts of it are opaque, for at most a hundred
/// parts.
int print_partially(const Parser& parser, const Source& source, const ParseOptions& how,
                    const PrintKind& kind) {
  const PartialTree partial = parse_partially(parser, source.bytes(), how);
  std::vector<Diagnostic> reasons;
  for (const Opaque& opaque : partial.opaque) {
    if (reasons.size() == kMaxReasons) break;
    reasons.push_back(parser.describe(opaque.failure, source));
    reasons.back().severity = Severity::kWarning;
  }
  std::cerr << render(reasons, source);
  if (partial.opaque.size() > reasons.size()) {
    std::cerr << "grabr: and " << partial.opaque.size() - reasons.size() << " more\n";
  }
  if (kind.of_tree != nullptr) print_tree(kind, partial.tree, source);
  return 0;
}

constexpr NamedValue<TreeQuery::Kind> kQueryKinds[] = {
    {"subtrees", TreeQuery::Kind::kSubtrees},
    {"alternates", TreeQuery::Kind::kAlternates},
    {"reductions", TreeQuery::Kind::kReductions},
};

/// Prints one text a line, with escaped line ends.
void print_found(const ParseCommandOptions& options, const Tree& tree) {
  TreeQuery query;
  query.kind = parse_enum("--find", options.query_kind, kQueryKinds);
  query.symbol = find_symbol(tree.grammar(), options.query);
  query.depth = options.query_depth;
  query.all_combinations = options.all_combinations;
  for (const std::string& text : query_tree(tree, query)) std::cout << escaped(text) << '\n';
}

void check_together(const ParseCommandOptions& options, const PrintKind& kind) {
  if (options.tree == 0 || options.tree > kMaxDerivations) {
    throw Error(ErrorKind::kInvalid, "--tree takes a number from 1, the chosen tree, to " +
                                         std::to_string(kMaxDerivations));
  }
  if (options.tree > 1 && kind.of_tree == nullptr) {
    throw Error(ErrorKind::kInvalid,
                "--print=" + options.print + " does not print one tree: --tree cannot choose one");
  }
}

Tree nth_tree(AllDerivations& derivations, std::uint64_t number, const Source& source) {
  const DerivationCount count = derivations.count();
  if (number > count.number) {
    throw Error(
        ErrorKind::kInvalid,
        shown_name(source.name()) + " has " +
            (count.number == 1 ? "one tree only" : std::to_string(count.number) + " trees") +
            (count.cyclic ? ", cyclic ones not counted" : "") + ": there is no tree " +
            std::to_string(number));
  }
  return derivations.tree(number);
}

/// For a source that parses: prints what was asked about derivations other than the chosen one.
void print_derivations(const ParseCommandOptions& options, const PrintKind& kind,
                       const std::shared_ptr<const Grammar>& grammar, const Parser& parser,
                       const Source& source, const ParseOptions& how) {
  Reading reading = parser.read(source.bytes(), how);
  if (!reading.accepted) {  // it parses, but finding other trees needs everything found on the way
    throw Error(ErrorKind::kSystem,
                shown_name(source.name()) +
                    ": too large to look for other trees: that takes more than " +
                    std::to_string(how.max_memory >> 20) + " MiB");
  }
  AllDerivations derivations(grammar, std::move(reading), source.bytes(), how.max_memory);
  if (options.ambiguity) print_with_line_end(ambiguity_text(derivations, source));
  else print_tree(kind, nth_tree(derivations, options.tree, source), source);
}

int run_parse(const ParseCommandOptions& options) {
  const PrintKind& kind = find_print_kind(options.print);
  check_together(options, kind);
  const Source source = read_source(options.file);
  const GrammarChoice choice = require_grammar(options.grammar, options.file, source.bytes());
  const auto grammar = read_grammar(choice.path);
  const Parser parser(grammar);
  ParseOptions how = options.parse;
  how.start = find_symbol(parser.grammar(), options.start);
  if (kind.of_parse != nullptr) print_with_line_end(kind.of_parse(parser, source.bytes(), how));

  const ParseResult result = parser.parse(source.bytes(), how);
  if (options.partial && std::holds_alternative<ParseFailure>(result)) {
    return print_partially(parser, source, how, kind);
  }
  if (const auto* failure = std::get_if<ParseFailure>(&result)) {
    std::cerr << render(parser.describe(*failure, source), source)
              << other_grammars_note(choice, source.name());
    return 1;
  }
  if (!options.query.empty()) {
    print_found(options, std::get<Tree>(result));
  } else if (options.ambiguity || options.tree > 1) {
    print_derivations(options, kind, grammar, parser, source, how);
  } else if (kind.of_tree != nullptr) {
    print_tree(kind, std::get<Tree>(result), source);
  }
  return 0;
}

}  // namespace

CommandAction declare_parse(CLI::App& app) {
  auto options = std::make_shared<ParseCommandOptions>();
  app.add_option("FILE", options->file, "File to parse; - is standard input")
      ->type_name("")
      ->required();
  app.add_option("-g,--grammar", options->grammar,
                 "Grammar, by name or file; default: by name or content")
      ->type_name("NAME|FILE");
  app.add_option("--print", options->print, print_kind_names())->type_name("KIND");
  app.add_option("--start", options->start, "Parse as this symbol instead of the grammar's start")
      ->type_name("SYMBOL");
  app.add_flag("--partial", options->partial,
               "Also show the tree of a file that does not parse: opaque lists contain the text "
               "that does not fit, standard error says why, the exit status is 0");
  app.add_option("--tree", options->tree, "Print tree K of an ambiguous input; 1 is the chosen one")
      ->type_name("K");
  app.add_flag("--ambiguity", options->ambiguity,
               "Count the trees and show the first place where two of them differ")
      ->excludes("--tree", "--print");
  CLI::Option* const query =
      app.add_option("--query", options->query,
                     "Print the text of each subtree of this symbol below the root, one per line: "
                     "possible replacements of a node with it")
          ->type_name("SYMBOL")
          ->excludes("--print", "--partial", "--tree", "--ambiguity");
  app.add_option(
         "--find", options->query_kind,
         "With --query: alternates (instead, texts of other expansions of the symbol, filled "
         "with subtrees and smaller than the tree) or reductions (both)")
      ->type_name("KIND")
      ->needs(query);
  app.add_option("--depth", options->query_depth,
                 "With --query: only subtrees D levels below the root")
      ->type_name("D")
      ->check(whole_number())
      ->needs(query);
  app.add_flag("--all-combinations", options->all_combinations,
               "With --query: all ways to fill an expansion, not only the first that is smaller")
      ->needs(query);
  declare_parser_options(app, options->parse);
  return [options](const std::optional<Words>&) { return run_parse(*options); };
}

}  // namespace grabr
