#include "oracle/stop_token.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "support/simulated_oracle.h"
#include "support/stop_switch.h"

using namespace grabr;

namespace {

using Moment = std::chrono::steady_clock::time_point;

StopToken with_end(const StopToken& token, Moment moment) {
  return token.until(moment, {ErrorKind::kBudget, "time is up"});
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
  CHECK(!with_end({}, Moment::max()).asked());
  const StopToken over = with_end({}, Moment::min());
  CHECK(over.deadline() == Moment::min());
  REQUIRE(over.asked());
  CHECK(over.asked()->reason == "time is up");
  CHECK(!over.without_deadline().asked());
  try {
    over.check();
    FAIL_CHECK("goes on");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kBudget);
    CHECK(std::string(error.what()) == "time is up");
  }
}

TEST_CASE("a switch is heard by all who ask, for its first reason, before the end of the time") {
  StopSwitch host;
  const StopToken token(host);
  const StopToken timed = with_end(token, Moment::min());
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
