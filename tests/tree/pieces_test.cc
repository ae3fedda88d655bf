#include "tree/pieces.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "support/grammars.h"
#include "support/python_like.h"

using namespace grabr;

namespace {

/// The pieces' texts, those of single tokens in brackets.
std::string shown(const Tree& tree, std::span<const Edit> edits) {
  std::string all;
  for (const Piece& piece : pieces_of(tree, tree.root(), edits)) {
    std::string text;
    for (const NodeId token : tokens_in(tree, piece)) text += tree.token_text(token);
    all += piece.whole ? text + '|' : '(' + text + ")|";
  }
  return all;
}

NodeId token_with(const Tree& tree, std::string_view text) {
  for (const NodeId id : tokens_of(tree, tree.root())) {
    if (tree.token_text(id) == text) return id;
  }
  return kNoNode;
}

}  // namespace

TEST_CASE("what has no edit stays together, an edit divides what is around it") {
  const Tree tree = support::tree_of(support::fixed("json"), "[1, [2, 3, 4], 5, 6]");
  CHECK(shown(tree, {}) == "[1,[2,3,4],5,6]|");
  const NodeId three = tree.parent(token_with(tree, "3"));
  const Edit remove[] = {{Edit::Kind::kReplace, three, tree.parent(token_with(tree, "6"))}};
  CHECK(shown(tree, remove) == "[|1,|[|2,|6|,4|]|,5,6|]|");
}

TEST_CASE("the ends of a piece are its outermost tokens with a text") {
  const Tree tree = support::tree_of(support::fixed("json"), "[1, [], 2]");
  const std::vector<Piece> pieces = pieces_of(tree, tree.root(), {});
  REQUIRE(pieces.size() == 1);
  CHECK(tree.token_text(begin_of(tree, pieces[0]).token) == "[");
  CHECK(tree.token_text(end_of(tree, pieces[0]).token) == "]");
}

TEST_CASE("in languages with layout, a piece closes what it opens") {
  const Tree tree = support::tree_of(support::python_like(), "if a:\n b\n c(d, e)\nf\n");
  const std::string all = shown(tree, {});
  CHECK(std::count(all.begin(), all.end(), '|') == 1);
  const Edit remove[] = {{Edit::Kind::kReplace, token_with(tree, "d"), token_with(tree, "f")}};
  CHECK(shown(tree, remove) == "ifa:|\n|()|b\n|c|(()|f|,e|())|\n|()|f\n|");
}

TEST_CASE("a list that lost elements is divided only where they stood") {
  Tree tree = support::tree_of(support::fixed("json"), "[1, 2, 3, 4, 5, 6]");
  const Edit remove[] = {{Edit::Kind::kRemove, tree.parent(token_with(tree, "3")), kNoNode}};
  tree.apply(remove);
  CHECK(shown(tree, {}) == "[|1,2|,4,5,6|]|");
}
