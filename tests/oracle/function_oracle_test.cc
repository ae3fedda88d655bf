#include "oracle/function_oracle.h"

#include <doctest/doctest.h>

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

}  // namespace
}  // namespace grabr
