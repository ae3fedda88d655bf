#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "reduce/strategy.h"
#include "support/conditions.h"
#include "support/golden.h"
#include "support/grammars.h"

namespace grabr {
namespace {

using support::contains;
using support::Fails;
using support::senseless;

std::shared_ptr<const Parser> sums() {
  return std::make_shared<const Parser>(support::grammar_of(
      R"j({"<start>": ["<expr>"], "<expr>": ["<term>+<expr>", "<term>"],
          "<term>": ["(<expr>)", "1", "2"]})j"));
}

TEST_CASE("ddset: the trace of its essay's example") {
  const support::Run run =
      support::run("ddset", "1+(1+2)", support::fails_if(contains({"("})), sums());
  CHECK(support::show(run.tests) == "P 2\nP 1+2\nF (1+2)\nP 1\nF (2)\n");
  CHECK(run.result == "(2)");
}

TEST_CASE("ddset: a small step that leads further is not lost to a large one") {
  // The smallest failing part of the whole is a dead end; another part is larger but can be
  // reduced.
  const Fails fails = [](std::string_view text) {
    return text == "((1+2)+(2+2+2))" || text == "(2+2+2)+(1+2+1)" || text == "1+2+1" ||
           text == "(2+2+2)" || text == "2";
  };
  const support::Run run =
      support::run("ddset", "(2+2+2)+(1+2+1)", support::fails_if(fails), sums());
  CHECK(run.result == "2");
}

TEST_CASE("ddset: gains at different places add up") {
  const Fails fails = [](std::string_view text) {
    return text.starts_with("(") && text.ends_with(")") && text.find(")+(") != text.npos;
  };
  const support::Run run =
      support::run("ddset", "(1+2+1)+(2+1+2)", support::fails_if(fails), sums());
  CHECK(run.result == "(1)+(2)");
}

TEST_CASE("ddset: no text is asked for twice, and it ends whatever the answers") {
  std::string long_sum = "1";
  for (int i = 0; i < 60; ++i) long_sum += i % 3 == 0 ? "+(2+1)" : "+2";
  const auto json = std::make_shared<const Parser>(support::fixed("json"));
  const std::string object = R"({"a": [1, {"b": [true, {"x": -0.0}, false]}], "c": "d"})";
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const bool classic : {true, false}) {
      const std::string& text = classic ? long_sum : object;
      const auto parser = classic ? sums() : json;
      const Fails fails = senseless(text, seed);
      const support::Run run = support::run("ddset", text, support::fails_if(fails), parser);
      CHECK(fails(run.result));
      CHECK(run.result.size() <= text.size());
      CHECK(parser->accepts(run.result));
      std::vector<std::string> asked;
      for (const auto& test : run.tests) asked.push_back(test.first);
      std::sort(asked.begin(), asked.end());
      CHECK(std::adjacent_find(asked.begin(), asked.end()) == asked.end());
    }
  }
}

}  // namespace
}  // namespace grabr
