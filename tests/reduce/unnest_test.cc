// Removing layers of nested text.
#include <algorithm>
#include <string>
#include <vector>

#include "parse/parser.h"
#include "reduce/pass_table.h"
#include "support/golden.h"
#include "support/pass_run.h"
#include "tree/nesting.h"

namespace grabr {
namespace {

using support::fails_if;
using support::pass_run;
using support::PassExample;
using support::PassRun;
using support::squeezed;

std::shared_ptr<const Grammar> terms() {
  return support::grammar_of(R"({"start": "term", "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
    "skip": {"BLANK": "[ \\n]+"},
    "rules": {"term": "NUMBER | '(' 'let' NAME NUMBER term ')'"}})");
}

/// (let a 0 (let a 1 … 7))
std::string lets(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "(let a " + std::to_string(i) + " ";
  return text + "7" + std::string(count, ')');
}

PassRun run_unnest(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                   const support::Judge& judge) {
  return pass_run(find_tree_pass("unnest")->tree, 0, grammar, text, judge);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST_CASE("unnest: some layers of many stay, each found by halving") {
  const auto two_stay =
      fails_if([](std::string_view text) { return has(text, " 13 ") && has(text, " 38 "); });
  const PassRun run = run_unnest(terms(), lets(60), two_stay);
  CHECK(squeezed(run.result) == squeezed("(let a 13 (let a 38 7))"));
  CHECK(run.tests < 25);
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("unnest: where all layers stay the search ends early") {
  const std::string text = lets(200);
  const auto all_stay = fails_if([&](std::string_view one) { return one == text; });
  const PassRun run = run_unnest(terms(), text, all_stay);
  CHECK_FALSE(run.changed);
  CHECK(run.tests > 16);
  CHECK(run.tests < 60);
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("unnest: parts beside a spine have spines of their own") {
  const auto grammar = support::shipped("smtlib");
  std::string inner = "x";
  for (int i = 0; i < 6; ++i) inner = "(not " + inner + ")";
  const std::string text = "(assert (let ((y " + inner +
                           ")) (let ((z y)) (let ((u z)) "
                           "(let ((v u)) (let ((w v)) (and w y z u v)))))))";
  const auto lets_stay = fails_if(
      [](std::string_view one) { return has(one, "((y ") && has(one, "((w v)) (and w y z u v)"); });
  const std::string result = run_unnest(grammar, text, lets_stay).result;
  CHECK_FALSE(has(result, "not"));
}

TEST_CASE("unnest: a large text is looked at where it is very deep") {
  const auto none_stays = fails_if([](std::string_view text) { return has(text, "7"); });
  const PassRun deep = run_unnest(terms(), lets(20000), none_stays);
  CHECK(squeezed(deep.result) == "7");
  CHECK(deep.tests < 10);
}

TEST_CASE("nesting: a tree is too deep by what stands inside what, not by its size") {
  const auto nesting = [](const char* language, const std::string& text) {
    return nesting_of(std::get<Tree>(Parser(support::shipped(language)).parse(text)));
  };
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  CHECK(nesting("json", nested(100)).deepest >= 100);
  CHECK_FALSE(nesting("json", nested(1000)).too_deep());
  CHECK(nesting("json", nested(20000)).too_deep());
  std::string flat = "[" + nested(100);
  for (int i = 0; i < 2000; ++i) flat += "," + nested(100);
  CHECK_FALSE(nesting("json", flat + "]").too_deep());
}

const PassExample kRows[] = {
    {"smtlib", "(assert (let ((a X)) (let ((b Y)) (let ((c Z)) (f (g (h (b))))))))", ""},
    {"c", "int main() { { { { { { { f((((((1)))))); } } } } } } }", ""},
    {"javascript", "f(g(h(i(j(k(l(1)))))));", ""},
};

}  // namespace
}  // namespace grabr
