// Finding known permanent parts among the tokens of a text.
#include "reduce/pass/parts_that_stay.h"

#include <doctest/doctest.h>

#include "support/golden.h"
#include "support/grammars.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

TEST_CASE("parts that stay") {
  const auto c = support::fixed("c");
  const std::string text = "int a; int b; int c;";
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, text);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, text)));
  const std::vector<NodeId> tokens = tokens_of(work.tree(), work.tree().root());
  REQUIRE(tokens.size() == 9);
  CHECK_FALSE(PartsThatStay(work).inside(0, 9));

  NodeId second = tokens[4];  // b; its ancestors up to `int b;`
  while (count_tokens(work.tree(), second) < 3) second = work.tree()[second].parent;
  while (!work.removable(second)) second = work.tree()[second].parent;
  REQUIRE(count_tokens(work.tree(), second) == 3);
  work.statistics().negative.note(work.question(second, kGoneQuestion));

  const PartsThatStay stay(work);
  CHECK(stay.inside(0, 9));
  CHECK(stay.inside(3, 6));
  CHECK_FALSE(stay.inside(4, 9));
  CHECK_FALSE(stay.inside(0, 5));
  CHECK_FALSE(stay.inside(6, 9));
}

}  // namespace
}  // namespace grabr
