#include <doctest/doctest.h>

#include "reduce/tree_walks.h"

namespace grabr {
namespace {

using neighbours::Subject;

TEST_CASE("gtr asks what its example says") {
  CHECK(neighbours::questions("gtr", "ddmin-fuzzingbook", "expr", "((1 + 2) * 3) - 4", "2") ==
        R"(4
! ((1 + 2) * 3)
! (1 + 2) * 3
3
! (1 + 2)
! 1 + 2
1
! 2
)");
}

TEST_CASE("gtr deletes what may go before it substitutes") {
  CHECK(neighbours::questions("gtr", "ddmin-fuzzingbook", "c", "int f() { g(1, h(2)); k; }", "2") ==
        R"(
!  f() { g(1, h(2)); k; }
 f() { k; }
!  f() { g(1, h(2)); }
 f() { }
 f() {; }
 f() { g; }
!  f() { g( h(2)); }
 f() { g(); }
 f() { g( h); }
 f() { g( h()); }
)");
}

TEST_CASE("gtr-star is 1-transformation-minimal") {
  neighbours::check_guarantee("gtr-star", [](Subject& result) {
    std::vector<std::string> texts = result.deletions();
    const std::vector<std::string> hoistings = result.hoistings(1);
    texts.insert(texts.end(), hoistings.begin(), hoistings.end());
    return texts;
  });
}

TEST_CASE("texts that do not parse: gtr") {
  for (const char* strategy : {"gtr", "gtr-star"}) neighbours::check_broken_texts(strategy);
}

}  // namespace
}  // namespace grabr
