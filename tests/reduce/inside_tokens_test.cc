#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "reduce/pass/tree_passes.h"
#include "support/checked_run.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::contains_all;
using support::pass_run;

struct InsideExample {
  const char* language;
  std::string text;
  std::vector<std::string> needed;
  std::string result;
  std::size_t tests;  ///< maximum
};

TEST_CASE("inside tokens: all simplest at once, then what is needed of each") {
  const std::string ends(28, 'x');
  const std::vector<InsideExample> examples = {
      {"json", R"({"key": "some text", "n": 41800})", {"{"}, R"({"": 0, "": 0})", 2},
      {"json", R"(["one", "two", 12, "three"])", {"wo"}, R"([0, "wo", 0, 0])", 14},
      {"json", "[\"" + ends + "QZX" + ends + "\"]", {"QZX"}, "[\"QZX\"]", 30},
      {"json", "[\"one two QZX three four five\"]", {"QZX"}, "[\"QZX\"]", 20},
      {"json", "[\"a\", \"longer\", \"longer\", 7]", {"longer\","}, R"([0, "longer", 0, 0])", 20},
      {"json", "[4180E9]", {"9"}, "[9]", 12},
      {"json", "[true, 4180E9]", {"true"}, "[true, 0]", 3},
      {"c", "int printf_like = 12;", {"tf"}, "int tf = 0;", 14},
      {"c", "int x = 'a' + 0x1F + 'b';", {"+"}, "int x = 0 + 0 + 0;", 3},
      {"c",
       "#define F(x) do { g(x); k(2, 3); } while (0)\nint a;",
       {"#define ", "k(", "int a"},
       "#define k(\nint a;",
       25},
  };
  for (const InsideExample& example : examples) {
    CAPTURE(example.text);
    const auto run = pass_run(inside_tokens, 0, support::fixed(example.language), example.text,
                              contains_all(example.needed));
    CHECK(run.result == example.result);
    CHECK(run.tests <= example.tests);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("inside tokens: in vain a token takes some ten tests, and no more later") {
  for (const std::string text : {"[\"a long text that must stay as it is, to the letter\"]",
                                 "[\"abcdefghijklmnopqrstuvwxyz\"]", "[1234567]", "[-12.5e7]"}) {
    CAPTURE(text);
    const auto run = pass_run(inside_tokens, 0, support::fixed("json"), text, contains_all({text}));
    CHECK(run.tests <= 16);
    CHECK(run.tests_of_another == 0);
  }
}

TEST_CASE("inside tokens: a number becomes the least with its property, where there is one") {
  const auto over = [](std::string_view text) {
    const std::size_t digit = text.find_first_of("0123456789");
    const bool fails = digit != std::string_view::npos && std::atoi(text.data() + digit) > 1234;
    return fails ? Outcome::kFail : Outcome::kPass;
  };
  const auto run = pass_run(inside_tokens, 0, support::fixed("json"), "[41800]", over);
  CHECK(run.result == "[1235]");
  CHECK(run.tests < 30);
}

TEST_CASE("inside tokens: early, only what has several words") {
  const std::string text = R"(["one two three", "onethree", 4711])";
  const auto run =
      pass_run(inside_tokens, 2, support::fixed("json"), text, contains_all({"two", "47"}));
  CHECK(run.result == R"(["two ", "onethree", 4711])");
}

}  // namespace
}  // namespace grabr
