#include "tree/list_view.h"

#include <doctest/doctest.h>

#include <vector>

#include "support/grammars.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The dump of the list view of `text` under a classic grammar; checks that it prints the same
/// text.
std::string viewed(const std::string& grammar, const std::string& text) {
  const Tree view = list_view(support::tree_of(support::grammar_of(grammar), text));
  CHECK(print(view) == text);
  return dump(view);
}

TEST_CASE("right recursion with separators is a separated list") {
  CHECK(viewed(R"json({"<start>": ["<stmts>"], "<stmts>": ["<stmt>;<stmts>", "<stmt>"],
                   "<stmt>": ["x", "y"]})json",
               "x;y;x") ==
        "<start> #0\n"
        "  <stmts> #0\n"
        "    separated list\n"
        "      <stmt> #0\n"
        "        \"x\"\n"
        "      \";\"\n"
        "      <stmt> #1\n"
        "        \"y\"\n"
        "      \";\"\n"
        "      <stmt> #0\n"
        "        \"x\"\n");
}

TEST_CASE("left recursion gives the same list") {
  CHECK(viewed(R"json({"<start>": ["<l>"], "<l>": ["<l>,<e>", "<e>"], "<e>": ["a", "b"]})json",
               "a,b") ==
        "<start> #0\n"
        "  <l> #0\n"
        "    separated list\n"
        "      <e> #0\n"
        "        \"a\"\n"
        "      \",\"\n"
        "      <e> #1\n"
        "        \"b\"\n");
}

TEST_CASE("a list without separators, through unit steps") {
  CHECK(viewed(R"json({"<start>": ["<l>"], "<l>": ["<m>"], "<m>": ["<e><l>", "<e>"],
                   "<e>": ["a", "b"]})json",
               "aba") ==
        "<start> #0\n"
        "  <l> #0\n"
        "    list\n"
        "      <e> #0\n"
        "        \"a\"\n"
        "      <e> #1\n"
        "        \"b\"\n"
        "      <e> #0\n"
        "        \"a\"\n");
}

TEST_CASE("links beside an empty or another base may all go") {
  CHECK(viewed(R"json({"<start>": ["<l>"], "<l>": ["<e>;<l>", ""], "<e>": ["a"]})json", "a;a;") ==
        "<start> #0\n"
        "  <l> #0\n"
        "    list\n"
        "      group #0\n"
        "        <e> #0\n"
        "          \"a\"\n"
        "        \";\"\n"
        "      group #0\n"
        "        <e> #0\n"
        "          \"a\"\n"
        "        \";\"\n"
        "    <l> #1\n");
}

TEST_CASE("signs before a number are links that may go") {
  CHECK(viewed(R"json({"<start>": ["<f>"], "<f>": ["+<f>", "-<f>", "1"]})json", "+-1") ==
        "<start> #0\n"
        "  <f> #0\n"
        "    list\n"
        "      \"+\"\n"
        "      \"-\"\n"
        "    <f> #2\n"
        "      \"1\"\n");
}

TEST_CASE("texts without a symbol of their own are not taken for each other") {
  // "p" "q" are one token of two literals, and so is the base: only links may be deleted.
  CHECK(viewed(R"json({"<start>": ["<f>"], "<f>": ["p<q><f>", "x<y>"]})json", "p<q>p<q>x<y>")
            .find("separated") == std::string::npos);
  const std::string view =
      viewed(R"json({"<start>": ["<f>"], "<f>": ["p<q><f>", "x<y>"]})json", "p<q>x<y>");
  CHECK(view ==
        "<start> #0\n"
        "  <f> #0\n"
        "    list\n"
        "      \"p<q>\"\n"
        "    <f> #1\n"
        "      \"x<y>\"\n");
}

TEST_CASE("rich grammars: what a statement stands behind is a link") {
  const Tree tree = support::tree_of(support::grammar_of(R"json({"start": "s", "rules": {
          "s": ["'while' s", "'x' ';'"]}, "tokens": {}, "skip": {"SPACE": " +"}})json"),
                                     "while while x;");
  const Tree view = list_view(tree);
  CHECK(print(view) == "while while x;");
  CHECK(dump(view) ==
        "s #0\n"
        "  list\n"
        "    \"while\"\n"
        "    \"while\"\n"
        "  s #1\n"
        "    \"x\"\n"
        "    \";\"\n");
}

TEST_CASE("the nodes of a view keep their numbers, and new ones come behind them") {
  const std::string grammar = R"json({"<start>": ["<l>"], "<l>": ["<s>;<l>", "<s>"],
      "<s>": ["<e>", "-<s>"], "<e>": ["<e>+<t>", "<t>"], "<t>": ["a", "(<l>)"]})json";
  for (const char* text : {"a", "a;a", "a+a+a;-a", "--(a;a+(a));a;-a+a"}) {
    const Tree plain = support::tree_of(support::grammar_of(grammar), text);
    const Tree view = list_view(plain);
    CHECK(print(view) == text);
    CHECK(tokens_of(view, view.root()) == tokens_of(plain, plain.root()));
    for (const NodeId id : preorder(view, view.root())) {
      for (const NodeId child : view.children(id)) CHECK(view[child].parent == id);
      const bool is_new = view[id].kind == NodeKind::kList || view[id].kind == NodeKind::kGroup;
      CHECK(is_new == (id >= plain.size()));
      if (!is_new) CHECK(view[id].symbol == plain[id].symbol);
    }
  }
}

TEST_CASE("what is not a chain stays as it is") {
  const std::string grammar = R"json({"<start>": ["(<start>)", "a"]})json";
  CHECK(viewed(grammar, "((a))") == dump(support::tree_of(support::grammar_of(grammar), "((a))")));
}

TEST_CASE("long chains need no deep stack") {
  const std::string grammar = R"json({"<start>": ["<d><start>", "<d>"], "<d>": ["0", "1"]})json";
  const std::string text(2000, '1');
  const Tree view = list_view(support::tree_of(support::grammar_of(grammar), text));
  CHECK(print(view) == text);
  CHECK(view.children(view.children(view.root())[0]).size() == 2000);
}

}  // namespace
}  // namespace grabr
