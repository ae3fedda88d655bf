// Edited trees of a language with layout: the printed text must be read as the tokens of the tree.
#include "tree/print_layout.h"

#include <doctest/doctest.h>

#include <random>

#include "parse/tokens/tokenize.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Terminals and texts of the leaves; all line ends count as equal.
std::string tokens_of(const Tree& tree) {
  std::string result;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kToken) continue;
    const Symbol& symbol = tree.grammar().symbols[tree[id].symbol];
    const bool layout = symbol.kind == SymbolKind::kLayout;
    result += (layout ? symbol.name : std::string(tree.token_text(id))) + " ";
  }
  return result;
}

std::string tokens_of(const std::string& text) {
  const auto grammar = support::python_like();
  const Tokens tokens = tokenize(*grammar, text);
  std::string result;
  for (const Token& token : tokens.tokens) {
    const Symbol& symbol = grammar->symbols[token.terminal];
    const bool layout = symbol.kind == SymbolKind::kLayout;
    result += (layout ? symbol.name : text.substr(token.text.begin, token.text.size())) + " ";
  }
  return result + (tokens.stuck_at ? "stuck " + tokens.stuck_reason : "");
}

/// The first node of that rule, in pre-order, whose printed text begins with `text`.
NodeId find_node(const Tree& tree, const std::string& rule, const std::string& text) {
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kRule) continue;
    if (tree.grammar().symbols[tree[id].symbol].name != rule) continue;
    if (print_subtree(tree, id).starts_with(text)) return id;
  }
  FAIL("no " << rule << " for " << text);
  return kNoNode;
}

void check_edit(const std::string& text, const Edit& edit, const Tree& tree,
                const std::string& expected) {
  CAPTURE(text);
  const Edit edits[] = {edit};
  const std::string printed = print(tree, edits);
  CHECK(printed == expected);
  Tree edited = tree;
  edited.apply(edits);
  CHECK(print(edited) == printed);
  CHECK(tokens_of(printed) == tokens_of(edited));
}

void check_removed(const std::string& text, const std::string& statement,
                   const std::string& expected) {
  const Tree tree = support::tree_of(support::python_like(), text);
  check_edit(text, {Edit::Kind::kRemove, find_node(tree, "statement", statement), kNoNode}, tree,
             expected);
}

void check_replaced(const std::string& text, const std::string& rule, const std::string& part,
                    const std::string& by, const std::string& expected) {
  const Tree tree = support::tree_of(support::python_like(), text);
  const NodeId node = find_node(tree, rule, part);
  check_edit(text, {Edit::Kind::kReplace, node, find_node(tree, rule, by)}, tree, expected);
}

}  // namespace

TEST_CASE("layout printing: statements go") {
  check_removed("a\nb\nc\n", "b", "a\nc\n");
  check_removed("a\nb # x\n\n# y\nc", "b", "a\n\n# y\nc");
  check_removed("if a:\n  b\n  c\nd\n", "b", "if a:\n  c\nd\n");
  check_removed("if a:\n  b\n  c\nd\n", "if a", "d\n");
  check_removed("a\nb", "b", "a\n");
  check_removed("if a:\n  # x\n  b\n  # y\n  c", "b", "if a:\n  # y\n  c");
  check_removed("if a:\n  while b:\n      c\n      d\n  e\n", "c",
                "if a:\n  while b:\n      d\n  e\n");
}

TEST_CASE("layout printing: statements are hoisted") {
  check_replaced("if a:\n  b\nc\n", "statement", "if", "b", "b\nc\n");
  check_replaced("if a:\n    while b:\n        c\n        d\n", "statement", "if", "while",
                 "while b:\n        c\n        d\n");
  check_replaced("if a:\n  if b:\n    c\n    d\ne", "statement", "if b", "c", "if a:\n  c\ne");
  check_replaced("if a:\n  while b:\n    c\n  d", "statement", "if a", "while",
                 "while b:\n    c\n");
  check_replaced("if a:\n\tif b:\n\t\tc\n", "statement", "if b", "c", "if a:\n\tc\n");
}

TEST_CASE("layout printing: blocks move deeper") {
  check_replaced("if a:\n  b\nwhile c:\n  d\n  e\n", "statement", "b", "while",
                 "if a:\n  while c:\n    d\n    e\nwhile c:\n  d\n  e\n");
}

TEST_CASE("layout printing: a line that had none gets its line end") {
  check_replaced("if a:\n  b\nelse:\n  c", "suite", "\n  b", "\n  c", "if a:\n  c\nelse:\n  c");
  check_replaced("a\nb", "statement", "a", "b", "b\nb");
}

TEST_CASE("layout printing: out of brackets") {
  check_replaced("x = f(\n  a +\n  b)\n", "expression", "f(", "a", "x =a +b\n");
  check_replaced("x = f(  # y\n  a)\n", "expression", "f(", "a", "x =a\n");
  check_replaced("f(\n  a,\n  b)\n", "expression", "f(", "b", "b\n");
}

TEST_CASE("layout printing: a part of a line becomes a line") {
  check_replaced("if a: b\nc\n", "statement", "if", "c", "c\nc\n");
  check_replaced("if a: b\nelse:\n  c\n", "suite", "b", "\n  c", "if a:\n  c\nelse:\n  c\n");
  check_replaced("if a: b\nelse:\n  c\n", "suite", "\n  c", "b", "if a: b\nelse: b\n");
}

namespace {

/// A random program of at most `depth` levels.
std::string random_program(std::mt19937& random, const std::string& white, int depth) {
  static const std::vector<std::string> lines{"a",         "b = f(x,\n y)", "c # x", "\n# y\nd",
                                              "e + \\\n1", "[\n1,\n2]",     "f ( )"};
  static const std::vector<std::string> deeper{"  ", "    ", "\t"};
  std::string text;
  for (std::size_t i = 1 + random() % 3; i > 0; --i) {
    if (depth == 0 || random() % 2) {
      std::string line = lines[random() % lines.size()];
      if (line[0] == '\n') {
        text += line.substr(0, 5) + white + line.substr(5) + "\n";
      } else {
        text += white + line + "\n";
      }
    } else {
      text += white + (random() % 2 ? "if x:\n" : "while (\ny):\n");
      text += random_program(random, white + deeper[random() % deeper.size()], depth - 1);
      if (text.ends_with("if x:\n")) text += white + "else: z\n";
    }
  }
  return text;
}

}  // namespace

TEST_CASE("layout printing: random edits of random programs") {
  std::mt19937 random(5);
  const auto grammar = support::python_like();
  for (int round = 0; round < 400; ++round) {
    std::string text = random_program(random, "", 3);
    if (round % 4 == 0) text.pop_back();
    CAPTURE(text);
    Tree tree = support::tree_of(grammar, text);
    REQUIRE(print(tree) == text);
    for (int step = 0; step < 6; ++step) {
      const std::vector<NodeId> nodes = preorder(tree, tree.root());
      std::vector<std::pair<NodeId, NodeId>> choices;
      for (const NodeId node : nodes) {
        if (tree[node].kind != NodeKind::kRule || tree[node].parent == kNoNode) continue;
        const bool in_list = tree[tree[node].parent].kind == NodeKind::kList;
        const Node& list = tree[tree[node].parent];
        if (in_list && !list.separated && list.child_count() > list.min) {
          choices.emplace_back(node, kNoNode);
        }
        for (const NodeId by : nodes) {
          if (by != node && tree[by].kind == NodeKind::kRule &&
              tree[by].symbol == tree[node].symbol) {
            choices.emplace_back(node, by);
          }
        }
      }
      if (choices.empty()) break;
      auto [node, by] = choices[random() % choices.size()];
      const bool removed = by == kNoNode;
      if (!removed) by = tree.copy_subtree(by);
      const Edit edits[] = {{removed ? Edit::Kind::kRemove : Edit::Kind::kReplace, node, by}};
      const std::string printed = print(tree, edits);
      tree.apply(edits);
      CAPTURE(printed);
      REQUIRE(print(tree) == printed);
      REQUIRE(tokens_of(printed) == tokens_of(tree));
    }
  }
}

}  // namespace grabr
