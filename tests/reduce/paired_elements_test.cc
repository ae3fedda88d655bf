// Parameters with their arguments, and other elements of parallel lists.
#include <algorithm>
#include <string>
#include <vector>

#include "reduce/pass/element_pairs.h"
#include "reduce/pass/tree_passes.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::PassExample;
using support::squeezed;

/// Fails for exactly these texts, ignoring spaces.
support::Judge only(const std::vector<std::string>& texts) {
  return support::fails_if([texts](std::string_view text) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& one) { return squeezed(one) == squeezed(text); });
  });
}

const PassExample kTableRows[] = {
    // The example of the essay.
    {"c", "int f(int a, int b) { return b; } int x = f(1, 2);",
     "int f(int b) { return b; } int x = f(2);"},
    {"c", "int f(int a); int f(int a) { return 1; } int x = f(f(1));",
     "int f(); int f() { return 1; } int x = f();"},
    {"c", "int f(int a, int b) { return a; } int x = f(1, 2);",
     "int f(int b) { return 0; } int x = f(2);"},
    {"c", "int f(int a, int b) { b; a = 1; return 0; } int x = f(1, 2);",
     "int f(int b) { b; 1; return 0; } int x = f(2);"},
    {"c", "int a; int f(int a, int b) { return a; } int x = f(1, 2);",
     "int a; int f(int b) { return 0; } int x = f(2);"},
    {"c", "int x = f(1, 2) + f(1, 2, 3);", "int x = f(1) + f(1, 2);"},
    {"c", "struct s { int a; int b; }; struct s v = { 1, 2 };",
     "struct s { int b; }; struct s v = { 2 };"},
    {"go", "package p\nfunc f(a, b int) {}\nfunc g() { f(1, 2) }\n",
     "package p\nfunc f(b int) {}\nfunc g() { f(2) }\n"},
    {"javascript", "var f = function(a, b) { return b }; f(1, 2); f(3, 4);",
     "var f = function(b) { return b }; f(2); f(4);"},
    {"python", "def f(a, b):\n  return b\nf(1, 2)\n", "def f(b):\n  return b\nf(2)\n"},
    {"rust", "fn f(a: u8, b: u8) -> u8 { b } fn g() { f(1, 2); }",
     "fn f(b: u8) -> u8 { b } fn g() { f(2); }"},
    {"rust", "struct S<T, U>(U); type A = S<u8, u16>;", "struct S<U>(U); type A = S<u16>;"},
    {"scheme", "(define (f a b) b) (f 1 2)", "(define (f b) b) (f 2)"},
};

TEST_CASE("paired elements: what stands at the same place goes in one question") {
  for (const PassExample& row : kTableRows) {
    CAPTURE(row.text);
    const auto grammar = support::shipped(row.language);
    const auto run = pass_run(find_tree_pass("paired-elements")->tree, 0, grammar, row.text,
                              only({row.text, row.result}));
    CHECK(squeezed(run.result) == squeezed(row.result));
    CHECK(run.tests <= 40);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("paired elements: a question that promises too little is not asked") {
  const auto c = support::fixed("c");
  const std::string text = kTableRows[0].text;
  const auto never = support::fails_if([&](std::string_view t) { return t == text; });
  const auto all = pass_run(find_tree_pass("paired-elements")->tree, 0, c, text, never);
  CHECK(all.tests > 0);
  CHECK(all.tests_of_another == 0);
  CHECK(pass_run(find_tree_pass("paired-elements")->tree, 100, c, text, never).tests == 0);
  CHECK(pass_run(find_tree_pass("paired-elements")->tree, 0.35, c, text, never).tests < all.tests);
}

TEST_CASE("paired elements: what was in vain is asked again when a use is gone") {
  const auto c = support::fixed("c");
  const std::string text = "int f(int a, int b) { return h(b, g(a)); } int x = f(1, 2);";
  const std::string unused = "int f(int a, int b) { return h(b); } int x = f(1, 2);";
  const std::string result = "int f(int b) { return h(b); } int x = f(2);";
  FunctionOracle oracle(only({text, unused, result}));
  Session session(oracle, text);
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, text)));
  const auto pairs = find_tree_pass("paired-elements")->tree;
  CHECK_FALSE(pairs(work, 0));
  CHECK(find_tree_pass("sweep")->tree(work, 0));
  CHECK(squeezed(session.best()) == squeezed(unused));
  CHECK(pairs(work, 0));
  CHECK(squeezed(session.best()) == squeezed(result));
}

TEST_CASE("paired elements: which names an element brings in") {
  const auto c = support::fixed("c");
  const std::string text = "int a; int f(int a, int b) { return a + b; } int x = f(a, a);";
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, text);
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  const TreeWork work(session, parser, analysis, list_view(support::tree_of(c, text)));
  const ElementPairs pairs(work);
  const auto name = std::find_if(pairs.names().begin(), pairs.names().end(),
                                 [](const Name& one) { return one.text == "f"; });
  REQUIRE(name != pairs.names().end());
  std::string shown;
  for (const ElementPair& pair : pairs.behind(*name)) {
    shown += pair.words + ":";
    for (const NodeId unit : pair.units) shown += " [" + print_subtree(work.tree(), unit) + "]";
    shown += " used " + std::to_string(pairs.uses(pair.units).size()) + "\n";
  }
  CAPTURE(shown);
  CHECK(shown.find("element 1 behind every f: [int a] [a] used 1\n") != shown.npos);
  CHECK(shown.find("element 2 behind every f: [int b] [a] used 1\n") != shown.npos);
}

}  // namespace
}  // namespace grabr
