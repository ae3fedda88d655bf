// The plain tree, its unfolding and the reductions of one node, on the book's examples.
#include "reduce/literature/fuzzingbook_tree.h"

#include <doctest/doctest.h>

#include "reduce/literature/fuzzingbook_text.h"
#include "reduce/literature/reductions.h"
#include "support/golden.h"

namespace grabr {
namespace {

struct Example {
  explicit Example(const std::shared_ptr<const Grammar>& grammar, const std::string& input)
      : tree(support::tree_of(grammar, input, {.choice = ParseOptions::Choice::kBook})),
        expansions(*grammar, tree.names()),
        unfolding(tree),
        text(tree, unfolding, grammar->lexer.get()) {}

  BookName name(std::string_view symbol) { return tree.names().intern(symbol); }
  std::string text_of(PlaceId place) const {
    std::string text_below;
    for (std::uint32_t i = unfolding[place].first_leaf; i < unfolding[place].end_leaf; ++i) {
      text_below += tree.leaf(unfolding.leaves()[i]).text;
    }
    return text_below;
  }
  std::string text_of(std::span<const PlaceId> places) const {
    std::string all;
    for (const PlaceId place : places) all += text_of(place);
    return all;
  }

  BookTree tree;
  BookGrammar expansions;
  Unfolding unfolding;
  BookText text;
};

Example book_example() { return Example(support::fixed("expr"), "1 + (2 * 3)"); }

using Texts = std::vector<std::string>;

Texts subtrees(Example& example, std::string_view symbol, int depth) {
  Texts texts;
  for (const PlaceId place : example.unfolding.subtrees(0, example.name(symbol), depth)) {
    texts.push_back(example.text_of(place));
  }
  return texts;
}

Texts alternates(Example& example, std::string_view symbol, bool all) {
  Alternates alternates(example.unfolding, example.expansions, 0, example.name(symbol), {-1, all});
  Texts texts;
  while (const auto parts = alternates.next()) texts.push_back(example.text_of(*parts));
  return texts;
}

Texts reductions(Example& example, std::string_view symbol) {
  Reductions reductions(example.unfolding, example.expansions, 0, example.name(symbol), {});
  Texts texts;
  while (const auto reduction = reductions.next()) {
    texts.push_back(example.text_of(reduction->parts));
  }
  return texts;
}

TEST_CASE("the book's questions about 1 + (2 * 3)") {
  const support::Json golden = support::golden("fuzzingbook")["tree_queries_expr"];
  Example example = book_example();
  CHECK(example.unfolding[0].nodes == golden["number_of_nodes"]);
  CHECK(example.unfolding[0].height == golden["max_height"]);
  CHECK(subtrees(example, "<term>", -1) == golden["subtrees_with_symbol"]["<term>"].get<Texts>());
  for (int depth = 1; depth <= 3; ++depth) {
    CHECK(subtrees(example, "<term>", depth) ==
          golden["subtrees_with_symbol_at_depth"]["<term>@" + std::to_string(depth)].get<Texts>());
  }
  CHECK(alternates(example, "<term>", false) ==
        golden["alternate_reductions"]["<term>"].get<Texts>());
  CHECK(alternates(example, "<term>", true) ==
        golden["alternate_reductions_all_combinations"]["<term>"].get<Texts>());
  for (const char* symbol : {"<expr>", "<term>"}) {
    CHECK(reductions(example, symbol) == golden["symbol_reductions"][symbol].get<Texts>());
  }
  CHECK(subtrees(example, "<term>", 0).empty());
  CHECK(subtrees(example, " + ", 2) == Texts{" + "});
  CHECK(subtrees(example, "<nothing>", -1).empty());
}

TEST_CASE("neighbouring terminals are one leaf; what derives nothing prints nothing") {
  const auto grammar =
      support::grammar_of(R"({"<start>": ["<a>x<undefined>y<a>"], "<a>": ["", "a<a>"]})");
  Example example(grammar, "ax<undefined>y");
  CHECK(example.text.whole() == "ax<undefined>y");
  CHECK(subtrees(example, "x<undefined>y", 1) == Texts{"x<undefined>y"});
  CHECK(subtrees(example, "<a>", -1) == Texts{"a", "", ""});
  CHECK(example.expansions.expansions(example.name("<a>")).front() ==
        BookGrammar::Expansion{example.name("")});
}

TEST_CASE("expansions: shortest first, in file order among equals") {
  const auto grammar =
      support::grammar_of(R"({"<start>": ["<a>-<a>", "<a>", "x", "<a><a>"], "<a>": ["1"]})");
  BookNames names;
  const BookGrammar expansions(*grammar, names);
  std::vector<std::string> spelt;
  for (const auto& expansion : expansions.expansions(names.intern("<start>"))) {
    std::string& text = spelt.emplace_back();
    for (const BookName name : expansion) text += names.text(name);
  }
  CHECK(spelt == Texts{"<a>", "x", "<a><a>", "<a>-<a>"});
}

TEST_CASE("a shared subtree stands at all its places") {
  Example example = book_example();
  // 2 * 3 with both operands replaced by the same node, that of "3".
  const PlaceId product = example.unfolding.subtrees(0, example.name("<term>"), -1)[2];
  const BookNode term = example.unfolding[product].node;
  const BookNode three = example.tree.children(term)[2];
  const BookNode shared =
      example.tree.add(example.name("<term>"), {three, example.tree.children(term)[1], three});
  const PlaceId expr = product - 1;
  example.tree.set_child(example.unfolding[expr].node, 0, shared);
  const Unfolding unfolding(example.tree);
  const BookText text(example.tree, unfolding, nullptr);
  CHECK(text.whole() == "1 + (3 * 3)");
  const auto places = unfolding.child_places(three, 0);
  REQUIRE(places.size() == 2);
  CHECK(unfolding[places[0]].shape == unfolding[places[1]].shape);
  CHECK(text.with(places, {}) == "1 + ( * )");
  const PlaceId one = unfolding.subtrees(0, example.name("<factor>"), -1)[0];
  CHECK(text.with(places, {{one}}) == "1 + (1 * 1)");
}

TEST_CASE("rich grammars: skipped text stays with its token, meeting tokens are kept apart") {
  const auto grammar = support::grammar_of(R"json({
    "start": "item",
    "rules": {"item": ["NAME", "'let' (NAME) '<' (item % ',')? '>' item"]},
    "tokens": {"NAME": "[a-z]+"},
    "skip": {"SPACE": "[ \\n]+"}
  })json");
  Example example(grammar, " let x<a, b,let y<>c> d\n");
  CHECK(example.text.whole() == " let x<a, b,let y<>c> d\n");
  // Lists from the same piece of the grammar share a name; tokens have the name of their terminal.
  const BookName list = example.tree.name(example.tree.children(example.tree.root())[3]);
  CHECK(example.unfolding.subtrees(0, list, -1).size() == 2);
  CHECK(example.unfolding.subtrees(0, example.name("NAME"), -1).size() == 6);
  CHECK(example.unfolding.subtrees(0, example.name("'let'"), -1).size() == 2);
  const auto opening = example.unfolding.subtrees(0, example.name("'<'"), 1);
  REQUIRE(opening.size() == 1);
  const std::vector<PlaceId> names(example.unfolding.subtrees(0, example.name("NAME"), 1).begin(),
                                   example.unfolding.subtrees(0, example.name("NAME"), 1).end());
  REQUIRE(names.size() == 1);
  CHECK(example.text.with(opening, names) == " let x x a, b,let y<>c> d\n");
}

}  // namespace
}  // namespace grabr
