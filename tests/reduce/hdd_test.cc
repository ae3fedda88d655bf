// hdd, hdd-star, hddr and coarse.
#include <doctest/doctest.h>

#include "reduce/tree_walks.h"

namespace grabr {
namespace {

using neighbours::Subject;

std::vector<std::string> left_out(Subject& result) {
  std::vector<std::string> texts = result.deletions();
  const std::vector<std::string> cheapest = result.cheapest();
  texts.insert(texts.end(), cheapest.begin(), cheapest.end());
  return texts;
}

TEST_CASE("the questions of the essays' examples") {
  const std::string two_levels = R"([1, {"a": [2, 3]}])";
  CHECK(neighbours::questions("hdd", "ddmin-fuzzingbook", "json", two_levels, "3") ==
        R"(0
[]
! [ {"a": [2, 3]}]
[0]
[{}]
[ {}]
[ {"":0}]
! [ {"": [2, 3]}]
[ {"":[]}]
! [ {"": [ 3]}]
[ {"": []}]
)");
  CHECK(neighbours::questions("coarse", "ddmin-fuzzingbook", "json", two_levels, "3") ==
        R"(! [ {"a": [2, 3]}]
[]
[ {}]
! [ {"a": [ 3]}]
[ {"a": []}]
)");
  CHECK(neighbours::questions("hddr", "ddmin-fuzzingbook", "json", R"({"a": [1, 2], "b": [3, 4]})",
                              "4") ==
        R"(0
{}
! { "b": [3, 4]}
{"":0}
! {"": [3, 4]}
{"":[]}
! {"": [ 4]}
{"": []}
)");
}

TEST_CASE("hdd-star is 1-tree-minimal") { neighbours::check_guarantee("hdd-star", left_out); }

TEST_CASE("hddr is 1-tree-minimal") { neighbours::check_guarantee("hddr", left_out); }

TEST_CASE("coarse: no single part can go") {
  neighbours::check_guarantee("coarse", [](Subject& result) { return result.deletions(); });
}

TEST_CASE("coarse never invents text") {
  const std::string asked =
      neighbours::questions("coarse", "", "c", "int f(int x) { return x + (x * x); }", "f");
  CHECK_FALSE(asked.empty());
  CHECK(asked.find_first_of("a0") == std::string::npos);
}

TEST_CASE("a cheapest text of fewer tokens and more bytes is not asked about") {
  const auto grammar = support::grammar_of(
      R"({"tokens": {"WORD": "long[a-z]*"}, "start": "all", "rules": {"all": "item+",
          "item": ["'(' ')'", "WORD"]}})");
  for (const char* strategy : {"hdd-star", "hddr"}) {
    const std::string text = "()";
    CHECK(neighbours::reduce(strategy, nullptr, grammar, text, [](auto) { return true; }).tests ==
          0);
  }
}

TEST_CASE("texts that do not parse: hdd, hddr, coarse") {
  for (const char* strategy : {"hdd", "hdd-star", "hddr", "coarse"}) {
    neighbours::check_broken_texts(strategy);
  }
}

TEST_CASE("a long list takes a time in proportion to its length for each question") {
  std::string text = "[0";
  for (int i = 1; i < 20000; ++i) text += "," + std::to_string(i);
  text += "]";
  for (const char* strategy : {"hdd", "hddr", "coarse"}) {
    const neighbours::Reduced reduced =
        neighbours::reduce(strategy, find_minimizer("bisect"), support::fixed("json"), text,
                           neighbours::holds({"12345", "77"}));
    CHECK(reduced.tests < 120);
  }
}

}  // namespace
}  // namespace grabr
