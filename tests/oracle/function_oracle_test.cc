#include "oracle/function_oracle.h"

#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <stdexcept>

namespace grabr {
namespace {

TEST_CASE("a function judges, and the exit code is what a program would use") {
  FunctionOracle oracle([](std::string_view text) {
    if (text.empty()) return Outcome::kUnresolved;
    return text.find('x') != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
  });
  CHECK(oracle.run("axb").outcome == Outcome::kFail);
  CHECK(oracle.run("axb").exit_code == 0);
  CHECK(oracle.run("ab").outcome == Outcome::kPass);
  CHECK(oracle.run("ab").exit_code == 1);
  CHECK(oracle.run("").outcome == Outcome::kUnresolved);
  CHECK(oracle.run("").exit_code == 125);
  CHECK(oracle.run("ab").infrastructure.empty());
}

TEST_CASE("a cancelled answer never comes") {
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  CHECK(oracle.capacity() == 1);
  const Ticket first = oracle.start("a");
  oracle.cancel(first);
  CHECK_FALSE(oracle.wait({}, std::nullopt));
  const Ticket second = oracle.start("b");
  CHECK(second != first);
  oracle.cancel(first);
  const std::optional<Finished> finished = oracle.wait({}, std::nullopt);
  REQUIRE(finished);
  CHECK(finished->ticket == second);
  CHECK_FALSE(oracle.wait({}, std::nullopt));
}

TEST_CASE("an oracle without a store says so") {
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  CHECK_THROWS_AS(oracle.store("a"), std::logic_error);
  CHECK_THROWS_AS(oracle.start_stored(1), std::logic_error);
  oracle.become_copy();
}

TEST_CASE("outcomes have the names of the trace") {
  CHECK(outcome_name(Outcome::kFail) == "fail");
  CHECK(outcome_name(Outcome::kPass) == "pass");
  CHECK(outcome_name(Outcome::kUnresolved) == "unresolved");
}

Outcome has_x(std::string_view text) {
  return text.find('x') != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
}

TEST_CASE("a function is called in as many threads as there are, and each answer comes once") {
  std::atomic<int> inside = 0;
  ThreadOracle oracle(
      [&](std::string_view text) {
        ++inside;
        while (inside < 3) std::this_thread::yield();  // can only end once all three run
        return has_x(text);
      },
      3);
  CHECK(oracle.capacity() == 3);
  std::set<Ticket> failing = {oracle.start("x")};
  std::set<Ticket> passing = {oracle.start("a"), oracle.start("b")};
  for (int i = 0; i < 3; ++i) {
    const auto finished = oracle.wait({}, std::nullopt);
    REQUIRE(finished);
    auto& tickets = finished->result.outcome == Outcome::kFail ? failing : passing;
    CHECK(tickets.erase(finished->ticket) == 1);
    CHECK(finished->result.exit_code == (finished->result.outcome == Outcome::kFail ? 0 : 1));
  }
}

TEST_CASE("waiting ends with the deadline and by waking") {
  ThreadOracle oracle(has_x, 2);
  CHECK_FALSE(oracle.wait({}, std::chrono::steady_clock::now()));
  std::thread other([&] { oracle.wake(); });
  CHECK_FALSE(oracle.wait({}, std::nullopt));
  other.join();
}

TEST_CASE("the answer to a cancelled call never comes, whether it has begun or not") {
  std::atomic<bool> begun = false, may_end = false;
  ThreadOracle oracle(
      [&](std::string_view) {
        begun = true;
        while (!may_end) std::this_thread::yield();
        return Outcome::kFail;
      },
      1);
  const Ticket running = oracle.start("a");
  while (!begun) std::this_thread::yield();
  const Ticket waiting = oracle.start("b");
  oracle.cancel(running);
  oracle.cancel(waiting);
  may_end = true;
  const Ticket last = oracle.start("c");
  const auto finished = oracle.wait({}, std::nullopt);
  REQUIRE(finished);
  CHECK(finished->ticket == last);
}

TEST_CASE("an exception is not an answer, and can be had") {
  ThreadOracle oracle(
      [](std::string_view text) {
        if (text == "bad") throw std::runtime_error("no such thing");
        return has_x(text);
      },
      2);
  CHECK(oracle.run("bad").outcome == Outcome::kUnresolved);
  CHECK(oracle.run("x").outcome == Outcome::kFail);
  CHECK_THROWS_WITH(std::rethrow_exception(oracle.failure_of("bad")), "no such thing");
  CHECK(oracle.failure_of("x") == nullptr);
}

}  // namespace

}  // namespace grabr
