#include <doctest/doctest.h>

#include "reduce/tree_walks.h"

namespace grabr {
namespace {

using neighbours::Subject;

TEST_CASE("hoist asks what its example says") {
  CHECK(neighbours::questions("hoist", "", "expr", "((1 + 2) * 3) - 4", "2") ==
        R"(! ((1 + 2) * 3)
! (1 + 2) * 3
! (1 + 2)
! 1 + 2
1
! 2
)");
}

TEST_CASE("hoist: no node can be replaced by a nearest descendant that fits") {
  neighbours::check_guarantee("hoist", [](Subject& result) { return result.hoistings(); });
}

TEST_CASE("texts that do not parse: hoist") { neighbours::check_broken_texts("hoist"); }

}  // namespace
}  // namespace grabr
