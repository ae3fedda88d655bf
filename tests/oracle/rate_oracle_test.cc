#include "oracle/answers/rate_oracle.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "oracle/answers/journal.h"
#include "support/coin_oracle.h"
#include "support/simulated_oracle.h"

namespace grabr {
namespace {

/// A test whose runs end as `told` says, one letter for each: F fails, p passes, t times out.
SimulatedOracle::Rule runs_told(const std::string& told) {
  return [told](const SimulatedRun& run) {
    TestResult result;
    const char letter = run.number <= told.size() ? told[run.number - 1] : 'p';
    if (letter == 'F') result.outcome = Outcome::kFail;
    result.timed_out = letter == 't';
    return result;
  };
}

struct Answered {
  Outcome outcome;
  unsigned runs;
  bool operator==(const Answered&) const = default;
};

Answered answer(Oracle& oracle, const std::string& text = "x") {
  const TestResult result = oracle.run(text);
  return {result.outcome, result.runs};
}

constexpr RateRules kFour = {.rate = 0.5, .most_misses = 4, .error = 0.01};

TEST_CASE("a candidate is run until it fails, or often enough without a failure") {
  struct Row {
    std::string told;
    Answered wanted;
  };
  for (const Row& row : {Row{"F", {Outcome::kFail, 1}}, Row{"ppF", {Outcome::kFail, 3}},
                         Row{"ppppF", {Outcome::kPass, 4}}, Row{"tpppF", {Outcome::kFail, 5}},
                         Row{"tt", {Outcome::kPass, 2}}, Row{"ptpt", {Outcome::kPass, 4}}}) {
    CAPTURE(row.told);
    SimulatedOracle runs(runs_told(row.told));
    RateOracle oracle(runs, nullptr, kFour);
    CHECK(answer(oracle) == row.wanted);
  }
}

TEST_CASE("with more patience a candidate goes on from the runs it has had") {
  SimulatedOracle runs(runs_told("pppppF"));
  RateOracle oracle(runs, nullptr, kFour);
  CHECK(answer(oracle) == Answered{Outcome::kPass, 4});
  oracle.set_rules({.rate = 0.5, .most_misses = 10, .error = 0.01});
  CHECK(answer(oracle) == Answered{Outcome::kFail, 2});
  CHECK(answer(oracle) == Answered{Outcome::kFail, 0});
}

TEST_CASE("where one failure is no proof a text that fails too seldom is refused") {
  RateRules strict = kFour;
  strict.strict = true;
  CoinOracle runs([](std::string_view text) { return text == "often" ? 0.6 : 0.05; }, 1);
  RateOracle lax(runs, nullptr, {.rate = 0.5, .most_misses = 60, .error = 0.01});
  CHECK(answer(lax, "seldom").outcome == Outcome::kFail);
  strict.most_misses = 60;
  RateOracle oracle(runs, nullptr, strict);
  CHECK(answer(oracle, "seldom").outcome == Outcome::kPass);
  CHECK(answer(oracle, "often").outcome == Outcome::kFail);
}

TEST_CASE("a check takes runs of its own; those that ran out of time do not count") {
  SimulatedOracle runs(runs_told("FttttFFFFFFFFF"));
  RateOracle oracle(runs, nullptr, kFour);
  CHECK(answer(oracle).outcome == Outcome::kFail);
  oracle.expect_check("x");
  CHECK_FALSE(oracle.holds("x"));
  CHECK(answer(oracle).outcome == Outcome::kFail);
  CHECK(oracle.holds("x"));
  SimulatedOracle lucky(runs_told("F"));
  RateOracle other(lucky, nullptr, kFour);
  CHECK(answer(other).outcome == Outcome::kFail);
  other.expect_check("x");
  CHECK(answer(other).outcome == Outcome::kPass);
  CHECK_FALSE(other.holds("x"));
}

TEST_CASE("what the journal has is not run again") {
  Journal journal = Journal::in_memory();
  SimulatedOracle runs(runs_told("pppF"));
  RateOracle first(runs, &journal, {.rate = 0.5, .most_misses = 3, .error = 0.01});
  CHECK(answer(first) == Answered{Outcome::kPass, 3});
  RateOracle second(runs, &journal, {.rate = 0.5, .most_misses = 3, .error = 0.01});
  CHECK(answer(second) == Answered{Outcome::kPass, 0});
  RateOracle third(runs, &journal, kFour);
  CHECK(answer(third) == Answered{Outcome::kFail, 1});
  CHECK(journal.runs(hash128("x")) == std::vector<bool>{false, false, false, true});
}

TEST_CASE("a run that cannot be made is no answer") {
  SimulatedOracle runs([](const SimulatedRun& run) {
    TestResult result;
    result.outcome = Outcome::kFail;
    if (run.number == 1) result.infrastructure = "no memory";
    return result;
  });
  RateOracle oracle(runs, nullptr, kFour);
  CHECK(oracle.run("x").infrastructure == "no memory");
  CHECK(answer(oracle) == Answered{Outcome::kFail, 1});
}

TEST_CASE("a rate is measured by the same runs at any number of jobs") {
  const auto rate = [](std::string_view) { return 0.3; };
  for (const unsigned jobs : {1U, 2U, 5U}) {
    CAPTURE(jobs);
    CoinOracle runs(rate, 7, jobs);
    const Hits seen = measured_rate(runs, "x", {10, 200});
    CHECK(seen.hits == 10);
    CoinOracle alone(rate, 7);
    CHECK(measured_rate(alone, "x", {10, 200}).runs > 20);
    CHECK(measured_rate(alone, "x", {1000, 50}).runs == 50);
  }
}

}  // namespace
}  // namespace grabr
