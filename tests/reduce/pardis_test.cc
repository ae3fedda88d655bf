#include <doctest/doctest.h>

#include "reduce/tree_walks.h"

namespace grabr {
namespace {

using neighbours::Subject;

TEST_CASE("pardis asks what its example says") {
  CHECK(neighbours::questions("pardis", "ddmin-fuzzingbook", "json", "[1, [2, 3], [4, 5]]", "5") ==
        R"([1, [2, 3]]
! [1, [4, 5]]
[1]
[1, [4]]
! [1, [ 5]]
[1, []]
! [ [ 5]]
[]
[ []]
)");
}

TEST_CASE("pardis: no single part can go") {
  neighbours::check_guarantee("pardis", [](Subject& result) { return result.deletions(); });
}

TEST_CASE("texts that do not parse: pardis") { neighbours::check_broken_texts("pardis"); }

}  // namespace
}  // namespace grabr
