// Which macros of a preprocessor are expanded.
#include <ctime>
#include <string>

#include "support/build.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::PassExample;
using support::run_pass_called;

/// Only the text and the expected result fail.
std::string reduced(const PassExample& row) {
  const auto fails = support::fails_if(
      [&](std::string_view text) { return text == row.text || text == row.result; });
  return run_pass_called("expand-macros", support::shipped(row.language), row.text, fails).result;
}

const PassExample kExpanded[] = {
    {"c", "#define BITS 3\nstruct s { int n : BITS; };\n", "struct s { int n : 3; };\n"},
    // All at once, one inside another.
    {"c", "#define A 1\n#define B(x) (x + A)\nint x = B(2);\n", "int x = (2 + 1);\n"},
    // One alone, because the other is needed.
    {"c", "#define A 1\n#define B (A)\nint x = B;\n", "#define B (1)\nint x = B;\n"},
    {"c", "#define A 1\n#define B (A)\nint x = B;\n", "#define A 1\nint x = (A);\n"},
    // Only in the range in which it is defined.
    {"c", "#define A 1\nint x = A;\n#undef A\n#define A 2\nint y = A;\n",
     "int x = 1;\n#undef A\n#define A 2\nint y = A;\n"},
    {"c", "#define A 1\n#undef XA\nint x = A;\n", "#undef XA\nint x = 1;\n"},
    {"c", "#define N 4\nint f(void)\n{\n#if N > 2\n  return N;\n#endif\n}\n",
     "int f(void)\n{\n#if N > 2\n  return 4;\n#endif\n}\n"},
    {"systemverilog", "`define W 8\nmodule m;\nwire [`W-1:0] a;\nendmodule\n",
     "module m;\nwire [8-1:0] a;\nendmodule\n"},
};

TEST_CASE("expand-macros: a macro's text where it is used, without its definition") {
  for (const PassExample& row : kExpanded) {
    CAPTURE(row.text);
    CHECK(reduced(row) == row.result);
  }
}

TEST_CASE("expand-macros: what would be no shorter, and what is not used, is not asked") {
  const auto c = support::fixed("c");
  const auto never = support::fails_if([](std::string_view) { return false; });
  for (const char* text :
       {"#define A (1 + 2 + 3 + 4)\nint x[] = {A, A, A, A};\n", "#define A 1\nint x = 2;\n",
        "#define A(x) x\nint x = A;\n", "int define = 1;\n"}) {
    CAPTURE(text);
    CHECK(run_pass_called("expand-macros", c, text, never).tests == 0);
  }
}

TEST_CASE("expand-macros: what was in vain is not asked again") {
  const auto c = support::fixed("c");
  const auto never = support::fails_if([](std::string_view) { return false; });
  const auto run =
      run_pass_called("expand-macros", c, "#define A 1\n#define B A\nint x = B;\n", never);
  CHECK(run.tests == 3);
  CHECK(run.tests_of_another == 0);
}

}  // namespace
}  // namespace grabr
