// Parameters for names that are defined inside.
#include <string>

#include "reduce/pass/tree_passes.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::PassExample;
using support::squeezed;

const PassExample kDefinedInside[] = {
    // The example of the essay, next to a parameter that stays.
    {"llvm-ir", "define void @f(i8 %a) { %b = icmp eq i8 0, %a store i1 %b, i1* undef ret void }",
     "define void @f(i1 %b) { store i1 %b, i1* undef ret void }"},
    {"llvm-ir", "define i8 @f(i8 %a) { %b = add i8 0, 1 %c = add i8 %a, %b ret i8 %c }",
     "define i8 @f(i8 %a, i8 %b) { %c = add i8 %a, %b ret i8 %c }"},
};

TEST_CASE("to parameters: a definition goes, an element of the list before it takes its place") {
  for (const PassExample& row : kDefinedInside) {
    CAPTURE(row.text);
    const auto only = support::fails_if([&](std::string_view text) {
      return text == row.text || squeezed(text) == squeezed(row.result);
    });
    const auto run = pass_run(find_tree_pass("to-parameters")->tree, 0,
                              support::shipped(row.language), row.text, only);
    CHECK(squeezed(run.result) == squeezed(row.result));
    CHECK(run.tests <= 12);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("to parameters: what promises too little, or has no list before it, is not asked") {
  const auto llvm = support::shipped("llvm-ir");
  const std::string text = kDefinedInside[0].text;
  const auto never = support::fails_if([&](std::string_view t) { return t == text; });
  CHECK(pass_run(find_tree_pass("to-parameters")->tree, 0, llvm, text, never).tests > 0);
  CHECK(pass_run(find_tree_pass("to-parameters")->tree, 100, llvm, text, never).tests == 0);
  const std::string without =
      "define void @f() { %b = add i8 0, 1 store i8 %b, i8* undef ret void }";
  CHECK(pass_run(find_tree_pass("to-parameters")->tree, 0, llvm, without, never).tests == 0);
}

}  // namespace
}  // namespace grabr
