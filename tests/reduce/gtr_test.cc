#include <doctest/doctest.h>

#include "reduce/tree_walks.h"

namespace grabr {
namespace {

using neighbours::holds;
using neighbours::Subject;

TEST_CASE("gtr asks what its example says") {
  MESSAGE(neighbours::questions("gtr", "ddmin-fuzzingbook", support::shipped("expr"),
                                "((1 + 2) * 3) - 4", holds({"2"})));
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
