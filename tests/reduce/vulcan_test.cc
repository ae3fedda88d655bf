#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "reduce/pass/single_steps.h"
#include "reduce/pass/tree_passes.h"
#include "support/build.h"
#include "support/checked_run.h"
#include "support/golden.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

using support::checked_run;
using support::contains_all;

/// The text after one pass over its tree.
std::string after(bool (*pass)(TreeWork&), const std::shared_ptr<const Grammar>& grammar,
                  const std::string& text, const FunctionOracle::Function& judge) {
  FunctionOracle oracle(judge);
  Session session(oracle, text);
  support::SmallerAndSmaller watch(*grammar, text);
  session.add_observer(&watch);
  session.check_original("preflight");
  const Parser parser(grammar);
  const Analysis analysis = analyse(*grammar);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(grammar, text)));
  const bool changed = pass(work);
  CHECK(changed == !watch.accepted.empty());
  return session.best();
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string without_spaces(std::string_view text) {
  std::string result(text);
  std::erase(result, ' ');
  return result;
}

TEST_CASE("windows: what only goes together goes") {
  const auto c = support::fixed("c");
  const auto balanced = support::fails_if([](std::string_view text) {
    return count(text, "lock(") == 2 * count(text, "unlock(") && count(text, "h(1)") == 1;
  });
  const std::string text = "int f() { lock(); h(1); unlock(); }";
  CHECK(checked_run("sweep", c, text, balanced).result == " f() { lock(); h(1); unlock(); }");
  const std::string result = after(exhaustive_windows, c, text, balanced);
  CHECK(count(result, "lock") == 0);
  CHECK(count(result, "h(1)") == 1);
}

TEST_CASE("linked windows: only things with a parent or a name in common") {
  const auto c = support::fixed("c");
  const std::string text = "int a(int x) { return x; } int b; int c(int y) { return y + b; }";
  const auto questions = [&](bool (*pass)(TreeWork&)) {
    std::vector<std::string> asked;
    after(pass, c, text, [&](std::string_view one) {
      if (one != text) asked.push_back(without_spaces(one));
      return one == text ? Outcome::kFail : Outcome::kPass;
    });
    return asked;
  };
  const std::vector<std::string> all = questions(exhaustive_windows);
  const std::vector<std::string> linked = questions(linked_windows);
  CHECK(linked.size() < all.size());
  for (const std::string& one : linked) CHECK(std::ranges::count(all, one) > 0);
  // The contents of the two functions have none; `b` and its use have.
  CHECK(std::ranges::count(linked, "inta(intx){}intb;intc(inty){}") == 0);
  CHECK(std::ranges::count(all, "inta(intx){}intb;intc(inty){}") == 1);
}

TEST_CASE("names: a declaration is freed by calling what it declares by another name") {
  const auto c = support::fixed("c");
  // Like a compiler: both names must be declared if used, and b must be used twice.
  const auto judge = support::fails_if([](std::string_view text) {
    for (const char* name : {"a", "b"}) {
      const std::string used = std::string("= ") + name + ";";
      const std::string declared = std::string("int ") + name + ";";
      if (count(text, used) > 0 && count(text, declared) == 0) return false;
    }
    return count(text, "= a;") + count(text, "= b;") == 2;
  });
  const std::string text = "int a; int b; int x = a; int y = b;";
  CHECK(checked_run("sweep", c, text, judge).result == text);
  const std::string result = after(merge_names, c, text, judge);
  CHECK(support::token_count(*c, result) == support::token_count(*c, text) - 3);
}

TEST_CASE("forms: another alternative with as many tokens, but smaller") {
  const auto c = support::fixed("c");
  CHECK(after(other_forms, c, "unsigned x = y;", contains_all({"x"})) == "int x =0;");
  CHECK(after(other_forms, c, "unsigned x = y;", contains_all({"x", "y"})) == "int x = y;");
}

TEST_CASE("vulcan comes to less than its main reducer") {
  const auto c = support::fixed("c");
  // Names must be declared before use, and open and close must be paired.
  const auto judge = support::fails_if([](std::string_view text) {
    for (const std::string name : {"zero", "one"}) {
      if (count(text, "use(" + name) > count(text, "int " + name) * 9) return false;
    }
    return count(text, "use(one)") + count(text, "use(zero)") == 2 &&
           count(text, "open(") == count(text, "close(");
  });
  const std::string text =
      "int zero; int one; int f(int a) { if (a) { use(one); } open(); use(zero); close(a); }";
  const auto run = checked_run("vulcan", c, text, judge);
  const auto plain = checked_run("sweep", c, text, judge);
  CHECK(count(plain.result, "open(") == 1);
  CHECK(count(run.result, "open(") == 0);
  CHECK(count(run.result, "int ") == 1);
  CHECK(support::token_count(*c, run.result) <= 20);
}

TEST_CASE("one edit: every neighbour with fewer tokens is asked for") {
  const auto json = support::fixed("json");
  const std::string text = "[1, {\"a\": [2, 3]}]";
  std::set<std::string> asked;
  after(shrink_by_one_edit, json, text, [&](std::string_view candidate) {
    asked.insert(without_spaces(candidate));
    return candidate == text ? Outcome::kFail : Outcome::kPass;
  });
  for (const std::string expected : {"[1]", "[{\"a\": [2, 3]}]", "[1, {}]", "[1, {\"a\": [3]}]",
                                     "[1, {\"a\": [2]}]", "[1, [2, 3]]", "{\"a\": [2, 3]}", "1"}) {
    CAPTURE(expected);
    CHECK(asked.count(without_spaces(expected)) == 1);
  }
}

const char* const kTexts[] = {
    "int a; int b; int f(int x) { while (a) { b = f(x, a); } return x; } struct s { int y; } z;",
    "typedef int t; t u, v; t g(t w) { u = v = w; g(u); g(v); return g(w) + 1; }",
    "int a; b c d ) e; f = = g; { h(a, ; }",
};

TEST_CASE("senseless tests: it ends, steps are smaller, and escapes are short") {
  const unsigned seeds = support::runs(5);
  const auto c = support::fixed("c");
  for (const std::string text : kTexts) {
    CAPTURE(text);
    for (unsigned seed = 0; seed < seeds; ++seed) {
      for (const unsigned of : {2u, 5u}) {
        const auto run = checked_run("vulcan", c, text, support::senseless(text, seed, of));
        CHECK(run.longest_escape <= 10);
      }
    }
    // Every step with the same number of tokens is accepted, no shrinking one.
    const auto run = checked_run("vulcan", c, text, support::same_size(c, text));
    CHECK(run.longest_escape <= 10);
    CHECK(support::token_count(*c, run.result) == support::token_count(*c, text));
  }
}

TEST_CASE("what vulcan has made it leaves alone") {
  const auto c = support::fixed("c");
  for (const std::string& text : {std::string(kTexts[0]), std::string(kTexts[1])}) {
    for (const auto& judge :
         {contains_all({"f(", "while"}), contains_all({"g(", "int", "u"}), contains_all({"int"})}) {
      if (judge(text) != Outcome::kFail) continue;
      const auto run = checked_run("vulcan", c, text, judge);
      CAPTURE(run.result);
      CHECK(checked_run("vulcan", c, run.result, judge).accepted.empty());
    }
  }
}

}  // namespace
}  // namespace grabr
