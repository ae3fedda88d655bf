// Parts with the same tokens, changed together.
#include <doctest/doctest.h>

#include <string>

#include "reduce/pass_table.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::PassRun;

std::shared_ptr<const Grammar> twin_sums() {
  return support::grammar_of(R"({"start": "list", "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
    "skip": {"BLANK": "[ \\n]+"},
    "rules": {"list": "item+", "item": "NAME '=' sum ';'", "sum": "sum '+' unit | unit",
              "unit": "NAME | NUMBER | '(' sum ')'"},
    "hints": {"NUMBER": ["0"], "NAME": ["a"]}})");
}

PassRun run_equal_parts(const std::string& text, const FunctionOracle::Function& judge) {
  return pass_run(find_tree_pass("equal-parts")->tree, 0, twin_sums(), text, judge);
}

/// The text between "=" and ";", for both occurrences.
std::pair<std::string, std::string> twin_values(std::string_view text) {
  const std::string bare = support::squeezed(text);
  const std::size_t a = bare.find('='), b = bare.find(';'), c = bare.rfind('=');
  if (a == bare.npos || c == a || !bare.ends_with(';')) return {"1", "2"};
  return {bare.substr(a + 1, b - a - 1), bare.substr(c + 1, bare.size() - c - 2)};
}

/// Fails if both values are equal and contain this part.
FunctionOracle::Function twins_with(const std::string& part) {
  return [part](std::string_view text) {
    const auto [a, b] = twin_values(text);
    return a == b && a.find(part) != a.npos ? Outcome::kFail : Outcome::kPass;
  };
}

TEST_CASE("equal parts become their cheapest text together") {
  const PassRun run = run_equal_parts("x = (n + 12); y = (n + 12);", twins_with(""));
  CHECK(support::squeezed(run.result).size() <= std::string("x=0;y=0;").size());
  CHECK(run.tests < 10);
}

TEST_CASE("equal parts give their places to what is inside, together") {
  const PassRun run = run_equal_parts("x = (n + (12)); y = (n + (12));", twins_with("12"));
  CHECK(run.result.find('n') == std::string::npos);
  CHECK(run.result.find("12") != std::string::npos);
}

TEST_CASE("without equal parts nothing is asked") {
  CHECK(run_equal_parts("x = 1 + n; y = 2;", twins_with("")).tests == 0);
}

}  // namespace
}  // namespace grabr
