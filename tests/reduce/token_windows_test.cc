#include <doctest/doctest.h>

#include "reduce/pass/tree_passes.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::squeezed;

TEST_CASE("token windows: what stands between the contents of two parts goes") {
  const std::vector<support::PassExample> examples = {
      {"c", "int f() { a(); } int g() { b(); }", "int f() { a(); b(); }"},
      {"c", "int f() { if (x) { a(); } else { b(); } }", "int f() { if (x) { a(); b(); } }"},
      {"json", "[[1, 2], [3, 4]]", "[[1, 4]]"},
      {"expr", "(1 + 2) * (3 + 4)", "(1 + 2 + 4)"},
  };
  for (const support::PassExample& example : examples) {
    CAPTURE(example.text);
    const auto wanted = support::fails_if([&](std::string_view text) {
      return squeezed(text) == squeezed(example.text) || squeezed(text) == squeezed(example.result);
    });
    const auto run = pass_run(find_tree_pass("token-windows")->tree, 0,
                              support::fixed(example.language), example.text, wanted);
    CHECK(squeezed(run.result) == squeezed(example.result));
    // Known answers are not asked for again.
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("token windows: what promises too little is not asked for, and failures make it less") {
  const auto c = support::fixed("c");
  const std::string text = "int f() { a(); } int g() { b(); } int h() { c(); }";
  const auto stays = support::fails_if([&](std::string_view one) { return one == text; });
  const auto all = pass_run(find_tree_pass("token-windows")->tree, 0, c, text, stays);
  const auto some = pass_run(find_tree_pass("token-windows")->tree, .2, c, text, stays);
  const auto none = pass_run(find_tree_pass("token-windows")->tree, 5, c, text, stays);
  CHECK(none.tests == 0);
  CHECK(some.tests > 0);
  CHECK(some.tests < all.tests);
}

TEST_CASE("token windows: what went at one place goes at all others") {
  std::string text = "void f() {";
  for (int i = 100; i < 140; ++i) text += " x = " + std::to_string(i) + ";";
  text += " }";
  const auto numbers = support::fails_if([](std::string_view one) {
    for (int i = 100; i < 140; ++i) {
      if (one.find(std::to_string(i) + ";") == std::string_view::npos) return false;
    }
    return true;
  });
  const auto run =
      pass_run(find_tree_pass("token-windows")->tree, 0, support::fixed("c"), text, numbers);
  CHECK(run.result.find('=') == std::string::npos);
  CHECK(run.tests < 1200);  // 3,021 if tokens are tried one by one
}

}  // namespace
}  // namespace grabr
