// Neighbours that are joined.
#include <iterator>
#include <string>

#include "reduce/pass/tree_passes.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::PassExample;
using support::squeezed;

const PassExample kJoined[] = {
    // The examples of the essay.
    {"c", "int f() { a(); } int g() { b(); }", "int f() { a(); b(); }"},
    {"json", "[[1, 2], [3]]", "[[1, 2, 3]]"},
    // Lists of one element contain no separator.
    {"json", "[[1], [3]]", "[[1, 3]]"},
    {"json", "{\"a\": [1], \"b\": [2]}", "{\"a\": [1, 2]}"},
    {"java", "class A { int a; } class B { void f() { } }", "class A { int a; void f() { } }"},
    // All at once.
    {"c", "void f() { a(); } void g() { b(); } void h() { c(); }", "void f() { a(); b(); c(); }"},
};

TEST_CASE("join-neighbours: what is between two lists goes, and they are one") {
  for (const PassExample& row : kJoined) {
    CAPTURE(std::string(row.text));
    const auto only = support::fails_if([&](std::string_view text) {
      return text == row.text || squeezed(text) == squeezed(row.result);
    });
    const auto run = pass_run(find_tree_pass("join-neighbours")->tree, 0,
                              support::shipped(row.language), row.text, only);
    CHECK(squeezed(run.result) == squeezed(row.result));
    CHECK(run.tests <= 4);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("join-neighbours: two of many where not all can") {
  const std::string text = "void f() { a(); } void g() { b(); } void h() { c(); }";
  const auto separate = support::fails_if([](std::string_view candidate) {
    return candidate.find("void h()") != std::string_view::npos &&
           candidate.find("b()") < candidate.find("c()");
  });
  const auto run =
      pass_run(find_tree_pass("join-neighbours")->tree, 0, support::fixed("c"), text, separate);
  CHECK(squeezed(run.result) == squeezed("void f() { a(); b(); } void h() { c(); }"));
}

TEST_CASE("join-neighbours: lists of other kinds, and what promises too little, are not asked") {
  const auto c = support::fixed("c");
  const auto never = support::fails_if([](std::string_view) { return false; });
  CHECK(pass_run(find_tree_pass("join-neighbours")->tree, 0, c,
                 "int x[] = { 1 }; void f() { a(); }", never)
            .tests == 0);
  const std::string text = kJoined[0].text;
  CHECK(pass_run(find_tree_pass("join-neighbours")->tree, 0, c, text, never).tests == 1);
  CHECK(pass_run(find_tree_pass("join-neighbours")->tree, 100, c, text, never).tests == 0);
}

}  // namespace
}  // namespace grabr
