// Edited trees of languages with automatic tokens: the printed text must be read as the tokens of
// the tree.
#include "tree/print_line_ends.h"

#include <doctest/doctest.h>

#include <random>

#include "parse/parser.h"
#include "support/grammars.h"
#include "support/script_like.h"
#include "tree/print.h"

namespace grabr {
namespace {

std::string token_texts_of(const Tree& tree) {
  std::string result;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kToken) continue;
    const bool automatic = tree[id].symbol == tree.grammar().automatic->token;
    result += (automatic ? "$" : std::string(tree.token_text(id))) + " ";
  }
  return result;
}

/// The first node of that rule, in pre-order, with this printed text.
NodeId node_with(const Tree& tree, const std::string& rule, const std::string& text) {
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kRule) continue;
    if (tree.grammar().symbols[tree[id].symbol].name != rule) continue;
    if (print_subtree(tree, id) == text) return id;
  }
  FAIL("no " << rule << " for " << text);
  return kNoNode;
}

void check_edit(const Tree& tree, const Edit& edit, const std::string& expected) {
  const Edit edits[] = {edit};
  const std::string printed = print(tree, edits);
  CHECK(printed == expected);
  Tree edited = tree;
  edited.apply(edits);
  CHECK(print(edited) == printed);
  CHECK(token_texts_of(support::tree_of(tree.grammar_ptr(), printed)) == token_texts_of(edited));
}

void check_removed(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                   const std::string& statement, const std::string& expected) {
  CAPTURE(text);
  const Tree tree = support::tree_of(grammar, text);
  check_edit(tree, {Edit::Kind::kRemove, node_with(tree, "statement", statement), kNoNode},
             expected);
}

void check_replaced(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                    const std::string& rule, const std::string& part, const std::string& by,
                    const std::string& expected) {
  CAPTURE(text);
  const Tree tree = support::tree_of(grammar, text);
  check_edit(tree, {Edit::Kind::kReplace, node_with(tree, rule, part), node_with(tree, rule, by)},
             expected);
}

TEST_CASE("line ends: statements go") {
  const auto script = support::script_like();
  check_removed(script, "a\nx\nb", "x", "a\nb");
  check_removed(script, "a\nx; b", "x;", "a\n b");
  check_removed(script, "a\n{x} b", "{x}", "a\n b");
  check_removed(script, "a /*\n*/ x; b", "x;", "a\n b");
  check_removed(script, "{a\nb}", "b", "{a}");
  check_removed(script, "a // c\n{x} b", "{x}", "a\n b");
}

TEST_CASE("line ends: statements move") {
  const auto script = support::script_like();
  check_replaced(script, "{a} b", "statement", "{a}", "a", "a\n b");
  check_replaced(script, "if (a) {b} else c", "statement", "{b}", "b", "if (a)b\n else c");
  check_replaced(script, "{a\n\nb} c", "statement", "{a\n\nb}", "b", "\n\nb\n c");
  check_replaced(script, "a; b", "statement", "a;", "b", " b\n b");
}

TEST_CASE("line ends: none where one would be read") {
  const auto script = support::script_like();
  check_replaced(script, "return (\na + b)", "expression", "(\na + b)", "a + b", "return a + b");
  check_replaced(script, "return\na", "statement", "return", "a", "\na\na");
  check_replaced(script, "a + (\n++b)", "expression", "a + (\n++b)", "++b", "\n++b");
  const auto go = support::go_like();
  check_replaced(go, "var a = f(\nb + c)", "expression", "f(\nb + c)", "b + c", "var a =\nb + c");
  check_replaced(go, "func f() { return g(\nb) }", "expression", "g(\nb)", "b",
                 "func f() { return b }");
  check_replaced(go, "func f() { for a + \nb { } }", "expression", "a + \nb", "a",
                 "func f() { for a { } }");
}

TEST_CASE("line ends: what was parsed is printed") {
  for (const char* const text : {"return\na", "a // x\n\nb /* \n */ ++c",
                                 "if (a)\n{b\n}\nelse\n\n  c", "f(\na\n+b\n)\n\n"}) {
    CHECK(print(support::tree_of(support::script_like(), text)) == text);
  }
}

/// All single deletions of statements of random programs: the text is read as the tokens of the
/// tree, unless the parser reads what follows as a continuation.
TEST_CASE("line ends: random deletions read back") {
  const std::vector<std::string> parts = {"a\n",  "b;",       " ",         "{",        "}",
                                          "\n",   "return\n", "return a;", "return +", "if (a) ",
                                          "++c;", "x + y\n",  "// c\n"};
  std::mt19937 random(3);
  const auto grammar = support::script_like();
  const Parser parser(grammar);
  int edits = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::size_t k = 1 + random() % 10; k > 0; --k) text += parts[random() % parts.size()];
    const ParseResult result = parser.parse(text);
    const auto* tree = std::get_if<Tree>(&result);
    if (tree == nullptr) continue;
    for (const NodeId id : preorder(*tree, tree->root())) {
      const NodeId parent = (*tree)[id].parent;
      if (parent == kNoNode || (*tree)[parent].kind != NodeKind::kList) continue;
      const Edit removal[] = {{Edit::Kind::kRemove, id, kNoNode}};
      Tree edited = *tree;
      edited.apply(removal);
      CAPTURE(text);
      CAPTURE(print(edited));
      const ParseResult again = parser.parse(print(*tree, removal));
      REQUIRE(std::holds_alternative<Tree>(again));
      CHECK(token_texts_of(std::get<Tree>(again)) == token_texts_of(edited));
      ++edits;
    }
  }
  CHECK(edits > 500);
}

}  // namespace
}  // namespace grabr
