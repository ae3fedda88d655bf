// The results stored for a place are dropped when the place changes, and only then.
#include "reduce/pass/negative_cache.h"

#include <doctest/doctest.h>

#include <string>

#include "parse/parser.h"
#include "support/grammars.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

Tree tree_of_text(const std::string& text) {
  const Parser parser(support::fixed("c"));
  return list_view(std::get<Tree>(parser.parse(text)));
}

/// The smallest list element that prints as this text, without leading spaces.
NodeId element(const Tree& tree, const std::string& text) {
  NodeId found = kNoNode;
  for (const NodeId id : preorder(tree, tree.root())) {
    const NodeId parent = tree[id].parent;
    if (parent == kNoNode || tree[parent].kind != NodeKind::kList) continue;
    const std::string own = print_subtree(tree, id);
    const std::size_t begin = own.find_first_not_of(" \n");
    if (begin != std::string::npos && own.substr(begin) == text) found = id;
  }
  REQUIRE(found != kNoNode);
  return found;
}

/// Whether the question about `place` in `before` is known in `after`.
bool same_question(const std::string& before, const std::string& after, const std::string& place,
                   const std::string& words = "gone") {
  NegativeCache tried;
  const Tree first = tree_of_text(before);
  const auto key = tried.key(first, 1, element(first, place), words);
  REQUIRE(key);
  CHECK_FALSE(tried.knows(key));
  tried.note(key);
  const Tree second = tree_of_text(after);
  return tried.knows(tried.key(second, 2, element(second, place), "gone"));
}

TEST_CASE("tried: a place is known by its text, what is near and how often its names occur") {
  const std::string rest = "int b; int c; int d; ";
  CHECK(same_question("int z; " + rest + "int a;", "int y; " + rest + "int a;", "int a;"));
  CHECK(same_question("int z; " + rest + "int a;", rest + "int a;", "int a;"));
  // Another neighbour, one more use of a name, another question.
  CHECK_FALSE(same_question("int d; int a;", "int e; int a;", "int a;"));
  CHECK_FALSE(
      same_question("int z = a; " + rest + "int a;", "int z; " + rest + "int a;", "int a;"));
  CHECK_FALSE(same_question(rest + "int a;", rest + "int a;", "int a;", "by ;"));
}

TEST_CASE("tried: places that are too large are not remembered") {
  NegativeCache tried;
  std::string text = "int a[] = { 0";
  for (int i = 0; i < 300; ++i) text += ", 0";
  const Tree tree = tree_of_text(text + " };");
  CHECK_FALSE(tried.key(tree, 1, tree.root(), "gone"));
  CHECK_FALSE(tried.knows(std::nullopt));
  tried.note(std::nullopt);
  CHECK_FALSE(tried.knows(std::nullopt));
}

}  // namespace
}  // namespace grabr
