// hdd, hdd-star, hddr and coarse.
#include <doctest/doctest.h>

#include "reduce/tree_walks.h"

namespace grabr {
namespace {

using neighbours::holds;
using neighbours::Subject;

std::vector<std::string> left_out(Subject& result) {
  std::vector<std::string> texts = result.deletions();
  const std::vector<std::string> cheapest = result.cheapest();
  texts.insert(texts.end(), cheapest.begin(), cheapest.end());
  return texts;
}

TEST_CASE("the questions of the essays' examples") {
  const auto json = support::shipped("json");
  const auto ask = [&](const char* strategy, const std::string& text, const std::string& needed) {
    return neighbours::questions(strategy, "ddmin-fuzzingbook", json, text, holds({needed}));
  };
  MESSAGE(ask("hdd", R"([1, {"a": [2, 3]}])", "3"));
  MESSAGE(ask("coarse", R"([1, {"a": [2, 3]}])", "3"));
  MESSAGE(ask("hddr", R"({"a": [1, 2], "b": [3, 4]})", "4"));
}

TEST_CASE("hdd-star is 1-tree-minimal") { neighbours::check_guarantee("hdd-star", left_out); }

TEST_CASE("hddr is 1-tree-minimal") { neighbours::check_guarantee("hddr", left_out); }

TEST_CASE("coarse: no single part can go") {
  neighbours::check_guarantee("coarse", [](Subject& result) { return result.deletions(); });
}

TEST_CASE("coarse never invents text") {
  const auto c = support::shipped("c");
  for (const auto& sample : neighbours::samples()) {
    if (sample.grammar != std::string("c")) continue;
    const std::string asked =
        neighbours::questions("coarse", "", c, "int f(int x) { return x + (x * x); }", holds({"f"}));
    CHECK(asked.find("a") == std::string::npos);
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
    const neighbours::Reduced reduced = neighbours::reduce(
        strategy, find_minimizer("bisect"), support::shipped("json"), text, holds({"12345", "77"}));
    CHECK(reduced.tests < 120);
  }
}

}  // namespace
}  // namespace grabr
