// Macros as text: definitions, uses, arguments.
#include "reduce/pass/macros.h"

#include <doctest/doctest.h>

#include <string>

namespace grabr {
namespace {

struct MacroRow {
  std::string definition, text, result;
};

// As `gcc -E` and `iverilog -E` expand them, except for blanks.
const MacroRow kExpandedMacros[] = {
    {"#define A 3", "int x = A; A1 a.A \"A\" 'A' /* A */ // A",
     "int x = 3; A1 a.3 \"A\" 'A' /* A */ // A"},
    {"#  define A", "A int A x;", " int  x;"},
    {"#define A 1 // one", "A", "1"},
    {"#define A 1 + \\\n  2 /* and\n more */ + 3", "A", "1 +    2   + 3"},
    {"#define M(a, b) ((a) > b)", "M(x, f(1, 2)) M", "((x) > f(1, 2)) M"},
    {"#define M(a) a a", "M(M(1))", "1 1 1 1"},
    {"#define M(a) -a", "-M(-1);", "- - -1;"},
    {"#define M() f()", "M( ); M()", "f(); f()"},
    {"#define M (1)", "M(2)", "(1)(2)"},
    {"#define S(x) #x \"x\"", "S(\"a\" + 1)", "\"\\\"a\\\" + 1\" \"x\""},
    {"#define P(a, b) a##b a ## _ ## b", "P(x, y)", "xy x_y"},
    {"#define P(f, ...) f(0, __VA_ARGS__)", "P(g, 1, 2)", "g(0, 1, 2)"},
    {"#define P(f, a...) f(0, ##a)", "P(g) P(g, 1)", "g(0) g(0,1)"},
    {"`define W 8", "wire [`W-1:0] W = 8'h`W;", "wire [8-1:0] W = 8'h 8;"},
    {"`define F(a, b = 2) a``_t a = b", "`F(x, 1)", "x_t x = 1"},
    {"%define SIZE 12", "mov eax, SIZE", "mov eax, 12"},
};

TEST_CASE("macros: a use becomes the body with its arguments") {
  for (const MacroRow& row : kExpandedMacros) {
    CAPTURE(row.definition);
    const auto macro = read_macro(row.definition);
    REQUIRE(macro);
    const auto expanded = expand(*macro, row.text);
    REQUIRE(expanded);
    CHECK(expanded->text == row.result);
  }
}

TEST_CASE("macros: the uses are counted, and one with another number of arguments stops it") {
  const auto macro = read_macro("#define M(a, b) a + b");
  REQUIRE(macro);
  CHECK(expand(*macro, "M(1, 2) M (3, 4) M \"M(5, 6)\"")->uses == 2);
  CHECK(!expand(*macro, "M(1)"));
  CHECK(expand(*macro, "M(1")->uses == 0);
}

TEST_CASE("macros: other lines define none") {
  for (const char* line :
       {"#include <a.h>", "define A 1", "#define", "#define 1", "#defined A", ""}) {
    CAPTURE(line);
    CHECK(!read_macro(line));
  }
}

}  // namespace
}  // namespace grabr
