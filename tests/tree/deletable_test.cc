#include "tree/deletable.h"

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

#include "support/grammars.h"
#include "tree/list_view.h"
#include "tree/print.h"

using namespace grabr;

namespace {

constexpr const char* kLists = R"json({
  "start": "all",
  "rules": {"all": "'(' (NAME % ',')? ')' (NAME % ',') NUMBER+ SIGN? (';' NAME)*"},
  "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]", "SIGN": "[A-Z]"},
  "skip": {"SPACE": " +"}
})json";

std::vector<std::string> deletable_texts(const Tree& tree) {
  std::vector<std::string> texts;
  for (const NodeId id : deletable_nodes(tree)) texts.push_back(print_subtree(tree, id));
  return texts;
}

}  // namespace

TEST_CASE("deletable: elements where the list can lose one, optional parts that are there") {
  const auto grammar = support::grammar_of(kLists);
  const auto texts = [&](const std::string& text) {
    return deletable_texts(support::tree_of(grammar, text));
  };
  using Texts = std::vector<std::string>;
  CHECK(texts("() x 1") == Texts{});
  CHECK(texts("(a) x 1") == Texts{"a"});
  CHECK(texts("(a, b) x 1") == Texts{"a", "b"});
  CHECK(texts("() x, y 1 2 A ;z") == Texts{"x", "y", "1", "2", "A", ";z"});
}

TEST_CASE("deletable: what is deleted alone leaves a text of the language") {
  const auto grammar = support::fixed("c");
  const Parser parser(grammar);
  const std::string text = "int f(int a, char *b) { if (a) { return b[1], 2; } else g(a, b); }\n";
  const Tree tree = list_view(support::tree_of(grammar, text));
  const std::vector<NodeId> nodes = deletable_nodes(tree);
  CHECK(nodes.size() > 10);
  for (const NodeId id : nodes) {
    const Edit edit{Edit::Kind::kRemove, id, kNoNode};
    const std::string left = print(tree, std::span(&edit, 1));
    INFO(left);
    CHECK(left != text);
    CHECK(parser.accepts(left));
  }
}
