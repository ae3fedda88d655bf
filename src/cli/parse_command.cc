// `grabr parse`: show how a file parses.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/find_grammar.h"
#include "cli/read_source.h"
#include "parse/chart_dump.h"
#include "parse/partial.h"
#include "parse/parser.h"
#include "text/error.h"
#include "text/suggest.h"
#include "text/utf8.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxReasons = 100;

struct ParseCommandOptions {
  std::string grammar;
  std::string file;
  std::string print = "tree";
  std::string start;
  bool partial = false;
};

/// Line breaks and other control characters as escapes, so that each token keeps to its line.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char escape[5];
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\t') {
      line += "\\t";
    } else if (c == '\r') {
      line += "\\r";
    } else if (c == '\\') {
      line += "\\\\";
    } else if (byte < 0x20 || byte == 0x7F) {
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(byte));
      line += escape;
    } else {
      line += c;
    }
  }
  return line;
}

/// Line and column of places further and further on: Source::position would read a long line anew
/// for each of its tokens.
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

/// `line:column`, the terminal's name and the text, a token a line; literals are named by their text.
std::string token_lines(const Tree& tree, const Source& source) {
  std::string lines;
  MovingPlace moving(source.bytes());
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    if (node.kind != NodeKind::kToken) continue;
    const Position place = moving.move_to(node.text.begin);
    const bool pattern = node.symbol != kNoSymbol &&
                         tree.grammar().symbols[node.symbol].kind == SymbolKind::kPattern;
    const std::string name = pattern ? tree.grammar().symbols[node.symbol].name
                                     : "'" + on_one_line(tree.token_text(id)) + "'";
    lines += std::to_string(place.line) + ":" + std::to_string(place.column) + "\t" + name + "\t" +
             on_one_line(tree.token_text(id)) + "\n";
  }
  return lines;
}

std::string tree_text(const Tree& tree, const Source&) { return dump(tree); }
std::string json_text(const Tree& tree, const Source&) { return dump_json(tree); }
std::string dot_text(const Tree& tree, const Source&) { return dump_dot(tree); }

/// What --print knows. Charts and forests exist for texts that do not parse, too.
struct PrintKind {
  std::string_view name;
  std::string (*of_tree)(const Tree&, const Source&);
  std::string (*of_parse)(const Parser&, std::string_view, const ParseOptions&);
};

const PrintKind kPrintKinds[] = {
    {"tree", tree_text, nullptr},     {"json", json_text, nullptr},
    {"dot", dot_text, nullptr},       {"tokens", token_lines, nullptr},
    {"chart", nullptr, dump_chart},   {"forest", nullptr, dump_forest},
};

const PrintKind& find_print_kind(const std::string& name) {
  for (const PrintKind& kind : kPrintKinds) {
    if (kind.name == name) return kind;
  }
  throw Error(Exit::kUsage, "--print knows no " + name + "\nhint: there are: tree json dot tokens chart forest");
}

SymbolId find_start(const Grammar& grammar, const std::string& name) {
  if (name.empty()) return kNoSymbol;
  std::vector<std::string> names;
  for (const Rule& rule : grammar.rules) {
    names.push_back(grammar.symbols[rule.symbol].name);
    // The shell makes angle brackets a nuisance: a classic symbol may be named without them.
    if (names.back() == name || names.back() == "<" + name + ">") return rule.symbol;
  }
  const std::string near = nearest_word(name, names);
  throw Error(Exit::kUsage, "the grammar has no rule " + name +
                                (near.empty() ? "" : "\nhint: did you mean " + near + "?"));
}

void print_with_line_end(const std::string& text) {
  std::cout << text;
  if (!text.ends_with('\n')) std::cout << '\n';
}

/// The tree of any text; on standard error why parts of it are opaque, a hundred of them at most.
int print_partially(const Parser& parser, const Source& source, const ParseOptions& how,
                    const PrintKind& kind) {
  const PartialTree partial = parse_partially(parser, source.bytes(), how);
  std::vector<Diagnostic> reasons;
  for (const Opaque& opaque : partial.opaque) {
    if (reasons.size() == kMaxReasons) break;
    reasons.push_back(describe(opaque.failure, parser.grammar(), source));
    reasons.back().severity = Severity::kWarning;
  }
  std::cerr << render(reasons, source);
  if (partial.opaque.size() > reasons.size()) {
    std::cerr << "grabr: and " << partial.opaque.size() - reasons.size() << " more\n";
  }
  if (kind.of_tree != nullptr) print_with_line_end(kind.of_tree(partial.tree, source));
  return 0;
}

int run_parse(const ParseCommandOptions& options) {
  const PrintKind& kind = find_print_kind(options.print);
  const Source source = read_source(options.file);
  const Parser parser(read_grammar(require_grammar(options.grammar, options.file)));
  ParseOptions how;
  how.start = find_start(parser.grammar(), options.start);
  if (kind.of_parse != nullptr) print_with_line_end(kind.of_parse(parser, source.bytes(), how));

  const ParseResult result = parser.parse(source.bytes(), how);
  if (options.partial && std::holds_alternative<ParseFailure>(result)) {
    return print_partially(parser, source, how, kind);
  }
  if (const auto* failure = std::get_if<ParseFailure>(&result)) {
    std::cerr << render(describe(*failure, parser.grammar(), source), source);
    return 1;
  }
  if (kind.of_tree != nullptr) print_with_line_end(kind.of_tree(std::get<Tree>(result), source));
  return 0;
}

}  // namespace

Action declare_parse(CLI::App& app) {
  auto options = std::make_shared<ParseCommandOptions>();
  app.add_option("FILE", options->file, "File to parse; - is standard input")->type_name("")->required();
  app.add_option("-g,--grammar", options->grammar, "Grammar, by name or file; default: by extension")
      ->type_name("NAME|FILE");
  app.add_option("--print", options->print, "tree (default), json, dot, tokens, chart or forest")
      ->type_name("KIND");
  app.add_option("--start", options->start, "Parse as this symbol instead of the grammar's start")
      ->type_name("SYMBOL");
  app.add_flag("--partial", options->partial,
               "Show the tree of a file that does not parse, too:\n"
               "what cannot be part of it is in opaque lists, and\n"
               "standard error says why. Exit status 0 all the same");
  return [options](const std::optional<Words>&) { return run_parse(*options); };
}

}  // namespace grabr
