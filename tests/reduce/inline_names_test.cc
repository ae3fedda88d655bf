// Names replaced by their values.
#include <string>
#include <vector>

#include "reduce/pass/tree_passes.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::PassExample;
using support::squeezed;

const PassExample kRows[] = {
    // The examples of the essay.
    {"c", "int x = y; int z = g(x, 1);", "int z = g(y, 1);"},
    {"c", "int one() { return 1; } int z = one() + 2;", "int z = 1 + 2;"},
    {"c", "int x = a + b; int z = x;", "int z = a + b;"},
    {"c", "int x = 7; int z = x + x;", "int z = 7 + 7;"},
    {"c", "int f() { int x = 1, y = 2; return y; }", "int f() { int x = 1; return 2; }"},
    {"go", "package p\nfunc f() {\n\tc := make(chan int)\n\tg(c)\n}\n",
     "package p\nfunc f() {\n\tg(make(chan int))\n}\n"},
    {"javascript", "var x = [1]; g(x);", "g([1]);"},
    {"lua", "local x = 'a' .. 'b' print(x)", "print('a' .. 'b')"},
    {"python", "x = [1]\nprint(x)\n", "print([1])\n"},
    // The parameter has the name of a variable that is used later.
    {"python", "def f(x): g(x)\nfor x in y: f(x)\n", "for x in y: g(x)\n"},
    {"rust", "type T = [u8; 2]; fn f(a: T) {}", "fn f(a: [u8; 2]) {}"},
    {"rust", "fn f() { let x = 1; g(x); }", "fn f() { g(1); }"},
    {"smtlib", "(assert (let ((a (g c))) (f a b)))", "(assert (f (g c) b))"},
    {"ocaml", "let y = match z with x -> f x", "let y = f z"},
};

TEST_CASE("inline names: uses become what the definition has, and it goes") {
  for (const PassExample& row : kRows) {
    CAPTURE(row.text);
    const auto grammar = support::shipped(row.language);
    const auto run = pass_run(find_tree_pass("inline-names")->tree, 0, grammar, row.text,
                              support::fails_if([&](std::string_view text) {
                                return squeezed(text) == squeezed(row.text) ||
                                       squeezed(text) == squeezed(row.result);
                              }));
    CHECK(squeezed(run.result) == squeezed(row.result));
    CHECK(run.tests <= 12);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("inline names: at most so many attempts a name, never larger") {
  const auto c = support::fixed("c");
  const std::string text = "int x = a + b * c + d(e, f) - g[h]; int z = x + x;";
  std::vector<std::string> asked;
  const auto run = pass_run(find_tree_pass("inline-names")->tree, 0, c, text,
                            support::fails_if([&](std::string_view t) {
                              asked.emplace_back(t);
                              return t == text;
                            }));
  CHECK(run.tests > 0);
  CHECK(run.tests <= 8);
  CHECK(run.tests_of_another == 0);
  for (const std::string& one : asked) {
    CAPTURE(one);
    CHECK(one.size() <= text.size());
  }
  const auto never = support::fails_if([&](std::string_view t) { return t == text; });
  CHECK(pass_run(find_tree_pass("inline-names")->tree, 1000, c, text, never).tests == 0);
}

}  // namespace
}  // namespace grabr
