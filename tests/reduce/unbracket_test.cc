// Replacing an element by what stands in brackets inside it.
#include <string>

#include "reduce/pass/tree_passes.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::PassExample;
using support::squeezed;

const PassExample kInBrackets[] = {
    // The examples of the essay.
    {"rust", "fn a() { } macro_rules! m { () => { fn f() { g(); } } }",
     "fn a() { } fn f() { g(); }"},
    {"cpp", "class C { int a; void f() { } }; int b;", "int a; void f() { } int b;"},
};

TEST_CASE("unbracket: what is in brackets is read anew in the element's place") {
  for (const PassExample& row : kInBrackets) {
    CAPTURE(row.text);
    const auto only = support::fails_if([&](std::string_view text) {
      return text == row.text || squeezed(text) == squeezed(row.result);
    });
    const auto run = pass_run(find_tree_pass("unbracket")->tree, 0, support::shipped(row.language),
                              row.text, only);
    CHECK(squeezed(run.result) == squeezed(row.result));
    CHECK(run.tests <= 8);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("unbracket: what the tree has as a part, and what the grammar rejects, is not asked") {
  const auto c = support::fixed("c");
  const auto never = support::fails_if([](std::string_view) { return false; });
  // A block's statements may replace the block; that is tested by `replace`.
  CHECK(pass_run(find_tree_pass("unbracket")->tree, 0, c, "int f() { { return; return; } }", never)
            .tests == 0);
  CHECK(pass_run(find_tree_pass("unbracket")->tree, 0, c, "int x[3] = { 1, 2 };", never).tests ==
        0);
}

TEST_CASE("unbracket: what promises too little is not asked") {
  const auto rust = support::shipped("rust");
  const std::string text = kInBrackets[0].text;
  const auto never = support::fails_if([&](std::string_view t) { return t == text; });
  CHECK(pass_run(find_tree_pass("unbracket")->tree, 0, rust, text, never).tests > 0);
  CHECK(pass_run(find_tree_pass("unbracket")->tree, 100, rust, text, never).tests == 0);
}

}  // namespace
}  // namespace grabr
