#include <doctest/doctest.h>

#include "support/build.h"
#include "support/checked_run.h"
#include "support/golden.h"

namespace grabr {
namespace {

using support::checked_run;
using support::contains_all;

TEST_CASE("a smaller structure from elsewhere") {
  const auto c = support::fixed("c");
  // Both right sides must be expressions that also occur somewhere else.
  const auto judge = support::fails_if([](std::string_view text) {
    std::string t(text);
    std::erase(t, ' ');
    const std::size_t first = t.find('=');
    const std::size_t second = t.find('=', first + 1);
    if (first == t.npos || second == t.npos) return false;
    return t[first + 1] == 'f' || t.substr(first, 2) == t.substr(second, 2);
  });
  const auto run = checked_run("sfc", c, "int a = f(1 + 2, 5); int b = 3;", judge);
  CAPTURE(run.result);
  CHECK(run.result.find('f') == std::string::npos);
  CHECK(support::token_count(*c, run.result) <= 10);
}

TEST_CASE("every kind of step: structures, names, forms") {
  const auto c = support::fixed("c");
  const auto run =
      checked_run("sfc", c, "unsigned long t; int y = f(t + 1); int z = g(y, y); double unused;",
                  contains_all({"g("}));
  CHECK(support::token_count(*c, run.result) <= 8);
  CHECK(checked_run("sfc", c, run.result, contains_all({"g("})).accepted.empty());
}

TEST_CASE("senseless tests: it ends and each step is smaller") {
  const unsigned seeds = support::runs(10);
  const auto c = support::fixed("c");
  const auto json = support::fixed("json");
  const std::string program =
      "int a; int b; int f(int x) { while (a) { b = f(x, a); } return x; } struct s { int y; } z;";
  const std::string data = "[1, {\"a\": [2, 3], \"b\": {\"c\": [true, null, 4]}}, [[5]]]";
  const std::string broken = "int a; b c d ) e; f = = g; { h(a, ; }";
  for (unsigned seed = 0; seed < seeds; ++seed) {
    checked_run("sfc", c, program, support::senseless(program, seed, 2 + seed % 3));
    checked_run("sfc", json, data, support::senseless(data, seed, 2 + seed % 3));
    checked_run("sfc", c, broken, support::senseless(broken, seed, 2 + seed % 3));
  }
  checked_run("sfc", c, program, support::same_size(c, program));
}

}  // namespace
}  // namespace grabr
