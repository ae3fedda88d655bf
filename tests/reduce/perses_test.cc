#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/strategy.h"
#include "support/build.h"
#include "support/conditions.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "support/random_text.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

using support::contains;
using support::Fails;
using support::grammar_of;
using support::senseless;

std::shared_ptr<const Grammar> loops() {
  return grammar_of(R"json({
    "start": "program",
    "rules": {
      "program": "statement*",
      "statement": ["call ';'", "'while' '(' call ')' statement", "block"],
      "block": "'{' statement* '}'",
      "call": "NAME '(' (NUMBER % ',')? ')'"
    },
    "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
    "skip": {"SPACE": " +"}
  })json");
}

TEST_CASE("perses: the trace of its essay's example") {
  const auto grammar = loops();
  const support::Run run = support::run("perses", "a(); while (c()) { f(1); g(); }",
                                        support::fails_if(contains({"f(", "g("})),
                                        std::make_shared<const Parser>(grammar));
  CHECK(support::show(run.tests) ==
        "P  g();\n"  // the whole replaced by a part: the smallest first
        "P  f(1);\n"
        "F  { f(1); g(); }\n"
        "P  { }\n"  // the list inside
        "P  { f(1); }\n"
        "P  { g(); }\n"
        "F  { f(); g(); }\n"  // the optional part inside
        "P  f();\n"           // again from the top
        "P \n"
        "F  f(); g();\n");  // the block replaced by its elements
}

// The edits of Perses, enumerated independently in the simplest way.

constexpr int kDepth = 5;

struct Neighbours {
  const Tree& tree;
  const Analysis& analysis;
  std::vector<std::size_t> tokens;
  std::vector<std::string> texts;

  Neighbours(const Tree& of, const Analysis& with) : tree(of), analysis(with) {
    tokens.resize(tree.size());
    for (const NodeId id : preorder(tree, tree.root())) tokens[id] = count_tokens(tree, id);
    for (const NodeId id : preorder(tree, tree.root())) {
      const NodeKind kind = tree[id].kind;
      if (kind == NodeKind::kList || kind == NodeKind::kOptional) add_deletions(id);
      if (kind == NodeKind::kRule) add_replacements(id, id, 0, false);
    }
  }

  void add(const std::vector<Edit>& edits) { texts.push_back(print(tree, edits)); }

  static Edit removal(NodeId id) { return {Edit::Kind::kRemove, id, kNoNode}; }

  void add_deletions(NodeId id) {
    const auto children = tree.children(id);
    const std::size_t step = tree[id].separated ? 2 : 1;
    const std::size_t count = (children.size() + step - 1) / step;
    const std::size_t min = tree[id].min;
    std::vector<Edit> all;
    for (std::size_t i = 0; i < children.size(); i += step) {
      if (count > min) add({removal(children[i])});
      if (i / step >= min) all.push_back(removal(children[i]));
    }
    if (!all.empty()) add(all);
  }

  /// `element`: whether the node consists of one list only; an element of it is no replacement.
  void add_replacements(NodeId node, NodeId from, int depth, bool element) {
    for (const NodeId child : tree.children(from)) {
      const int at = depth + (tokens[child] < tokens[from] ? 1 : 0);
      if (at > kDepth || tokens[child] == 0) continue;
      const bool listed = tokens[child] == tokens[from]
                              ? element
                              : tokens[from] == tokens[node] && tree[from].kind == NodeKind::kList;
      const NodeKind kind = tree[child].kind;
      const bool fits = (kind == NodeKind::kRule || kind == NodeKind::kToken) && !listed &&
                        tree[node].symbol != kNoSymbol && tree[child].symbol != kNoSymbol &&
                        analysis.fits_for(tree[node].symbol, tree[child].symbol);
      if (tokens[child] < tokens[node] && (fits || splices(node, child))) {
        add({{Edit::Kind::kReplace, node, child}});
      }
      add_replacements(node, child, at, listed);
    }
  }

  bool splices(NodeId node, NodeId list) const {
    const NodeId parent = tree[node].parent;
    if (parent == kNoNode || tree[parent].kind != NodeKind::kList) return false;
    const Node& inner = tree[list];
    const Node& outer = tree[parent];
    return inner.kind == NodeKind::kList && inner.symbol != kNoSymbol &&
           inner.symbol == outer.symbol && inner.child_count() > 1 && !inner.separated &&
           !outer.separated;
  }
};

void check_minimal(const Parser& parser, const std::string& text, const Fails& fails) {
  ParseResult parsed = parser.parse(text);
  if (!std::holds_alternative<Tree>(parsed)) return;
  const Tree tree = list_view(std::get<Tree>(parsed));
  const Analysis analysis = analyse(parser.grammar());
  CAPTURE(text);
  CAPTURE(dump(tree));
  for (const std::string& neighbour : Neighbours(tree, analysis).texts) {
    CAPTURE(neighbour);
    if (neighbour.size() < text.size()) CHECK_FALSE(fails(neighbour));
  }
}

std::string check_reduction(const std::shared_ptr<const Parser>& parser, const std::string& text,
                            const Fails& fails) {
  const support::Run run = support::run("perses", text, support::fails_if(fails), parser);
  CHECK(fails(run.result));
  CHECK(run.result.size() <= text.size());
  check_minimal(*parser, run.result, fails);
  return run.result;
}

TEST_CASE("perses: no edit of its own makes the result smaller") {
  struct Row {
    const char* grammar;
    const char* text;
    std::vector<std::string> parts;
    const char* result;
  };
  const Row rows[] = {
      {"expr", "1 + (2 * 3)", {"*"}, "2 * 3"},
      {"expr", "((4 / 2) - (1 + 1 + 2.5)) * 11", {"(", ")"}, nullptr},
      {"json", R"({"a": [1, {"b": [true, {"x": -0.0}, false]}], "c": "d"})", {"-0.0"}, "-0.0"},
      {"json", R"([1, [2, [3, 4], 5], {"k": 6}, 7])", {"4", "7"}, nullptr},
      {"c",
       "int f(int a) { if (a) { while (a) { g(a, bug(1, 2)); h(); } } return 1; } int x;",
       {"bug("},
       nullptr},
      {"c",
       "struct s { int x, y; char z; } a, b; int m(void) { return a.x + b.y * 2; }",
       {"b.y"},
       nullptr},
  };
  for (const Row& row : rows) {
    const auto parser = std::make_shared<const Parser>(support::fixed(row.grammar));
    const std::string result = check_reduction(parser, row.text, contains(row.parts));
    if (row.result != nullptr) CHECK(support::trimmed(result) == row.result);
    for (unsigned seed = 0; seed < 6; ++seed) {
      check_reduction(parser, row.text, senseless(row.text, seed));
    }
  }
}

TEST_CASE("perses: random grammars, texts and oracles") {
  constexpr std::uint32_t rounds = 60;
  int reduced = 0;
  for (const support::GrammarKind& kind : support::kGrammarKinds) {
    CAPTURE(kind.name);
    support::RandomGrammars grammars(support::seeded_choices(11));
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const auto grammar = grammars.next(kind);
      if (kind.rich && grammar->lexer == nullptr) continue;
      const auto parser = std::make_shared<const Parser>(grammar);
      support::RandomTexts texts(*grammar, support::seeded_choices(round));
      const std::string text = texts.next(grammar->start);
      if (text.size() < 4 || !parser->accepts(text)) continue;
      CAPTURE(round);
      CAPTURE(text);
      reduced += check_reduction(parser, text, senseless(text, round)) != text ? 1 : 0;
      check_reduction(parser, text, contains({text.substr(text.size() / 2, 2)}));
    }
  }
  CHECK(reduced > 20);
}

TEST_CASE("perses: fifty thousand tokens") {
  const auto parser = std::make_shared<const Parser>(support::fixed("json"));
  std::string flat = "[0";
  for (int i = 1; i < 25000; ++i) flat += "," + std::to_string(i);
  const support::Run run =
      support::run("perses", flat + "]", support::fails_if(contains({"[", "17171"})), parser);
  CHECK(run.result == "[17171]");
  CHECK(run.counts.committed < 300);
}

TEST_CASE("perses: partial trees, and answers without sense") {
  const auto c = support::fixed("c");
  const std::string text =
      "int a; foo bar baz { int b; @ }\nint main() { a = = 1; b(c, ; } }\nint last(int p { ret";
  const auto parser = std::make_shared<const Parser>(c);
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Fails fails = seed % 2 == 0 ? senseless(text, seed) : contains({"b(", "= ="});
    FunctionOracle oracle(support::fails_if(fails));
    Session session(oracle, text);
    Problem problem;
    problem.parser = parser;
    problem.tree = parse_partially(*parser, text).tree;
    problem.partial = true;
    run_strategy(*find_pass("perses"), session, problem);
    CHECK(fails(session.best()));
    CHECK(session.best().size() <= text.size());
  }
}

}  // namespace
}  // namespace grabr
