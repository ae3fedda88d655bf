#include "parse/earley/choice.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

namespace grabr {
namespace {

using Choice = ParseOptions::Choice;

/// The node as e(1 + e(2)): rules by name, tokens by text.
std::string shown(const Tree& tree, NodeId id) {
  if (tree[id].kind == NodeKind::kToken) return std::string(tree.token_text(id));
  const std::string& name = tree.grammar().symbols[tree[id].symbol].name;
  std::string text = name.substr(1, name.size() - 2) + "(";
  for (const NodeId child : tree.children(id)) {
    if (text.back() != '(') text += ' ';
    text += shown(tree, child);
  }
  return text + ")";
}

/// Checks classic rules, those of the start symbol <s> first: the tree chosen by the documented
/// rule and by the book's rule.
void check_choice(const std::string& rules, const std::string& text, const std::string& by_rule,
                  const std::string& by_book) {
  CAPTURE(rules);
  CAPTURE(text);
  const auto grammar =
      support::grammar_of(R"({"<start>": ["<s>"], )" + rules + R"(, "ebnf": false})");
  const auto chosen = [&](Choice choice) {
    const Tree tree = support::tree_of(grammar, text, {.choice = choice});
    return shown(tree, tree.children(tree.root())[0]);
  };
  CHECK(chosen(Choice::kRule) == by_rule);
  CHECK(chosen(Choice::kBook) == by_book);
}

TEST_CASE("an unambiguous text has one tree") {
  const char* list = R"("<s>": ["<x>,<s>", "<x>"], "<x>": ["a", ""])";
  check_choice(list, "a,a", "s(x(a) , s(x(a)))", "s(x(a) , s(x(a)))");
  check_choice(list, ",a", "s(x() , s(x(a)))", "s(x() , s(x(a)))");
}

TEST_CASE("the earlier alternative against the one completed first") {
  const char* same = R"("<s>": ["<a>", "<b>"], "<a>": ["x"], "<b>": ["x"])";
  check_choice(same, "x", "s(a(x))", "s(a(x))");
  const char* deeper = R"("<s>": ["<b>", "<a>"], "<a>": ["x"], "<b>": ["<c>"], "<c>": ["x"])";
  check_choice(deeper, "x", "s(b(c(x)))", "s(a(x))");
}

TEST_CASE("the longest first part against the part completed first, from the right") {
  const char* sum = R"("<s>": ["<s>+<s>", "1"])";
  check_choice(sum, "1+1+1", "s(s(s(1) + s(1)) + s(1))", "s(s(s(1) + s(1)) + s(1))");
  const char* two = R"("<s>": ["<a><b>"], "<a>": ["x", "", "xx"], "<b>": ["", "x", "xx"])";
  check_choice(two, "xx", "s(a(xx) b())", "s(a() b(xx))");
  const char* empty = R"("<s>": ["<s><s>>a", ""])";
  check_choice(empty, ">a>a", "s(s(s() s() >a) s() >a)", "s(s() s(s() s() >a) >a)");
}

TEST_CASE("the tree is of the whole text, though its last part is a text of the language, too") {
  const char* nested = R"("<s>": ["x<start>", "y"])";
  check_choice(nested, "xxy", "s(x start(s(x start(s(y)))))", "s(x start(s(x start(s(y)))))");
}

TEST_CASE("rules that derive themselves change nothing where the text does not use them") {
  const char* unused = R"("<s>": ["<s><s>>a", ""], "<unused>": ["<unused>", "x"])";
  check_choice(unused, ">a>a", "s(s(s() s() >a) s() >a)", "s(s() s(s() s() >a) >a)");
  const char* elsewhere = R"("<s>": ["<s><s>>a", "", "b<loop>"], "<loop>": ["<loop>", "x"])";
  check_choice(elsewhere, ">a>a", "s(s(s() s() >a) s() >a)", "s(s() s(s() s() >a) >a)");
}

TEST_CASE("where it does, both choose a derivation of least height") {
  const char* loop = R"("<s>": ["<loop>"], "<loop>": ["<loop>", "x"])";
  check_choice(loop, "x", "s(loop(x))", "s(loop(x))");
  const char* hidden = R"("<s>": ["<e><s><e>", "x"], "<e>": ["", "y"])";
  check_choice(hidden, "x", "s(x)", "s(x)");
  check_choice(hidden, "yx", "s(e(y) s(x) e())", "s(e(y) s(x) e())");
}

}  // namespace
}  // namespace grabr
