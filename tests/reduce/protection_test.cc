#include "reduce/core/protection.h"

#include <doctest/doctest.h>

#include "oracle/function_oracle.h"
#include "reduce/core/session.h"

using namespace grabr;

namespace {

bool allowed(const std::vector<std::string>& pieces, std::string_view text) {
  return Protection{pieces, {}}.allows(text, text);
}

bool may_follow(KeptTokens::Kind kind, std::string_view best, std::string_view text) {
  return KeptTokens{kind, {"if", "0"}}.allows(text, best);
}

}  // namespace

TEST_CASE("pieces are there in their order, none in another one") {
  CHECK(allowed({}, ""));
  CHECK(allowed({"a", "b"}, "x a + b"));
  CHECK_FALSE(allowed({"a", "b"}, "b + a"));
  CHECK_FALSE(allowed({"a+", "+b"}, "a+b"));
  CHECK(allowed({"a+", "+b"}, "a++b"));
  CHECK(allowed({"a + b"}, "(a + b)"));
  CHECK_FALSE(allowed({"a + b"}, "a+b"));
}

TEST_CASE("a piece of a word is not that word") {
  CHECK_FALSE(allowed({"in"}, "int main"));
  CHECK_FALSE(allowed({"main"}, "main2"));
  CHECK(allowed({"in"}, "int in"));
  CHECK(allowed({"(x"}, "f(x)"));
  CHECK_FALSE(allowed({"(x"}, "f(xx)"));
}

TEST_CASE("kept names may go, not change; so may values") {
  using enum KeptTokens::Kind;
  CHECK(may_follow(kNames, "if (a) b = c", "b = c"));
  CHECK(may_follow(kNames, "if (a) b = 12", "if (b) 7"));
  CHECK_FALSE(may_follow(kNames, "b = c", "b = a"));
  CHECK_FALSE(may_follow(kNames, "b = c", "c = b"));
  CHECK(may_follow(kNames, "b", "if"));  // a keyword
  CHECK(may_follow(kValues, "f(12, \"ab\")", "g(12)"));
  CHECK_FALSE(may_follow(kValues, "f(12)", "f(1)"));
  CHECK_FALSE(may_follow(kValues, "f(\"ab\")", "f(\"\")"));
  CHECK(may_follow(kValues, "f(12)", "f(0)"));
}

TEST_CASE("a candidate without what is protected is not tested, and nobody hears of it") {
  struct Heard : Observer {
    int tests = 0;
    void on_test(const TestRecord&) override { ++tests; }
  } heard;
  int tested = 0;
  FunctionOracle oracle([&](std::string_view) { return ++tested, Outcome::kFail; });
  Session session(oracle, "a b c");
  session.protection = std::make_shared<const Protection>(Protection{{"b"}, {}});
  session.add_observer(&heard);
  CHECK_FALSE(session.fails("a c"));
  CHECK(session.test("c") == Outcome::kPass);
  CHECK(tested == 0);
  CHECK(heard.tests == 0);
  CHECK(session.counts().unprotected == 2);
  CHECK(session.counts().committed == 0);
  CHECK(session.fails("a b"));
  CHECK(session.best() == "a b");
}
