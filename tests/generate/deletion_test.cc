#include "generate/deletion.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "support/grammars.h"

using namespace grabr;

TEST_CASE("deletion: every thing that may go goes, and says where it was") {
  const auto grammar = support::fixed("json");
  const std::string text = R"([1, {"a": [22]}])";
  const Deletions deletions(support::tree_of(grammar, text));
  std::set<std::string> texts;
  for (std::size_t i = 0; i < deletions.size(); ++i) {
    const Deletion deletion = deletions[i];
    CHECK(text.compare(deletion.offset, deletion.deleted.size(), deletion.deleted) == 0);
    CHECK(deletion.rule != kNoSymbol);
    texts.insert(deletion.text);
  }
  CHECK(texts == std::set<std::string>{R"([ {"a": [22]}])", "[1]", "[1, {}]", R"([1, {"a": []}])"});
}

TEST_CASE("deletion: each is as probable as the others, and a seed says which") {
  const auto grammar = support::fixed("json");
  const Deletions deletions(support::tree_of(grammar, "[1, 2, 3]"));
  std::set<std::string> seen;
  for (std::uint64_t n = 0; n < 60; ++n) {
    RandomNumbers random(5, n);
    RandomNumbers again(5, n);
    const std::string text = deletions.any(random).text;
    CHECK(text == deletions.any(again).text);
    seen.insert(text);
  }
  CHECK(seen == std::set<std::string>{"[ 2, 3]", "[1, 3]", "[1, 2]"});
  CHECK(Deletions(support::tree_of(grammar, "1")).size() == 0);
}
