#include "oracle/stop_token.h"

#include <doctest/doctest.h>

#include <chrono>
#include <functional>
#include <string>

#include "support/simulated_oracle.h"
#include "support/stop_switch.h"

using namespace grabr;

namespace {

/// The reason for which `use` was stopped, or nothing.
std::string end_of(const std::function<void()>& use) {
  try {
    use();
  } catch (const BudgetUsed& error) {
    CHECK(error.kind() == ErrorKind::kBudget);
    return (error.of == BudgetUsed::Of::kTests ? "tests: " : "time: ") + std::string(error.what());
  }
  return {};
}

}  // namespace

TEST_CASE("without a source nothing is to stop") {
  const StopToken token;
  CHECK(!token.asked());
  CHECK(!token.deadline());
  CHECK_NOTHROW(token.check());
  const StopToken::Watch watch(token);
}

TEST_CASE("the end of a time is a reason to stop, and can be left out again") {
  CHECK(!StopToken().within({.seconds = 1000}).asked());
  const StopToken over = StopToken().within({.seconds = 0.5}, StopToken::Moment());
  CHECK(over.deadline() == StopToken::Moment() + std::chrono::milliseconds(500));
  REQUIRE(over.asked());
  CHECK(over.asked()->reason == "the time of 0.5 s is up");
  CHECK(!over.without_budget().asked());
  CHECK(end_of([&] { over.check(); }) == "time: the time of 0.5 s is up");
  // Of two time limits the earlier one counts, and a limit too large for the clock is no limit.
  CHECK(over.within({.seconds = 1000}).asked()->reason == "the time of 0.5 s is up");
  CHECK(StopToken().within({.seconds = 1000}).within({.seconds = 0}).asked());
  CHECK(!StopToken().within({.seconds = 1e300}).deadline());
  CHECK(!StopToken().within({}).deadline());
}

TEST_CASE("tests are taken from one budget by all copies of a token") {
  CHECK(!StopToken().tests_left());
  CHECK_NOTHROW(StopToken().take_test());
  CHECK(end_of([&] { StopToken().within({.tests = 0}).take_test(); }) ==
        "tests: the budget of 0 tests is used up");
  const StopToken all = StopToken().within({.tests = 3});
  const StopToken part = all.within({.tests = 2});
  part.take_test();
  CHECK(all.tests_left() == 2U);
  CHECK(part.tests_left() == 1U);
  StopToken(all).take_test();
  StopToken(all).take_test();
  CHECK(part.tests_left() == 0U);
  CHECK(end_of([&] { part.take_test(); }) == "tests: the budget of 3 tests is used up");
  CHECK_NOTHROW(part.check());  // nothing to stop while no test is requested
  CHECK_NOTHROW(part.without_budget().take_test());
}

TEST_CASE("a switch is heard by all who ask, for its first reason, before the end of the time") {
  StopSwitch host;
  const StopToken token(host);
  const StopToken timed = token.within({.seconds = 1}, StopToken::Moment());
  CHECK(!token.asked());
  host.stop();
  host.stop({ErrorKind::kTerminated, "again"});
  CHECK(token.asked()->reason == "interrupted");
  CHECK(timed.asked()->kind == ErrorKind::kInterrupted);
}

TEST_CASE("a switch wakes who waits, of several the innermost") {
  StopSwitch host;
  const StopToken token(host);
  SimulatedOracle outer, inner;
  {
    const StopToken::Watch all(token);
    host.stop();
    const StopToken::Watch watch(token, &outer);
    {
      const StopToken::Watch nested(token, &inner);
      host.stop();
      CHECK(inner.woken == 1);
      CHECK(outer.woken == 0);
    }
    host.stop();
    CHECK(outer.woken == 1);
  }
  host.stop();
  CHECK(outer.woken == 1);
  CHECK(inner.woken == 1);
}

TEST_CASE("a test that is not to be waited for is given up") {
  SimulatedOracle oracle;
  StopSwitch host;
  CHECK(oracle.run("x", StopToken(host)).outcome == Outcome::kPass);
  host.stop();
  CHECK_THROWS_AS(oracle.run("x", StopToken(host)), Error);
}
