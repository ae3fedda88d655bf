#include "bench/strategy_run.h"

#include <doctest/doctest.h>

#include "oracle/answers/journal.h"
#include "oracle/function_oracle.h"
#include "reduce/auto_schedule.h"

using namespace grabr;

namespace {

/// Fails if both letters are present; unresolved for texts that begin with '!'.
FunctionOracle two_letters(unsigned& runs) {
  return FunctionOracle([&runs](std::string_view text) {
    ++runs;
    if (text.starts_with('!')) return Outcome::kUnresolved;
    const bool both = text.find('a') != text.npos && text.find('z') != text.npos;
    return both ? Outcome::kFail : Outcome::kPass;
  });
}

const std::string kOriginal = "..a.!..!....z..";

StrategyRun run(Oracle& oracle, const std::string& schedule_text, Journal* journal,
                std::optional<std::uint64_t> max_tests = {}) {
  const Schedule schedule = parse_schedule(schedule_text);
  const Problem problem;
  TestDurations durations(1);
  StrategyRunPlan plan;
  plan.original = kOriginal;
  plan.schedule = &schedule;
  plan.problem = &problem;
  plan.judge.journal = journal;
  plan.judge.stop = StopToken().within({.tests = max_tests});
  plan.durations = &durations;
  return run_for_record(oracle, plan);
}

}  // namespace

TEST_CASE("what another strategy has asked for is not tested again, and counted all the same") {
  for (const char* second : {"ddmin-2000", "ddmin-fuzzingbook", "lithium"}) {
    CAPTURE(second);
    unsigned runs = 0;
    FunctionOracle oracle = two_letters(runs);
    const StrategyRun alone = run(oracle, second, nullptr);
    const unsigned runs_alone = runs;

    Journal journal = Journal::in_memory();
    run(oracle, "ddmin-2000", &journal);
    runs = 0;
    const StrategyRun shared = run(oracle, second, &journal);
    CHECK(shared.result == alone.result);
    CHECK(shared.counts.committed == alone.counts.committed);
    CHECK(shared.counts.fail == alone.counts.fail);
    CHECK(shared.counts.pass == alone.counts.pass);
    CHECK(shared.counts.unresolved == alone.counts.unresolved);
    CHECK(runs < runs_alone);
    CHECK(!alone.ended_by);
    CHECK(alone.result == "az");
  }
}

TEST_CASE("a run that ends early has its best result and the reason") {
  unsigned runs = 0;
  FunctionOracle oracle = two_letters(runs);
  const StrategyRun ended = run(oracle, "bisect", nullptr, 5);
  CHECK(ended.ended_by == ErrorKind::kBudget);
  CHECK(ended.counts.committed == 5);
  CHECK(ended.ended.find("budget") != std::string::npos);
  CHECK(ended.result.size() < kOriginal.size());
}

TEST_CASE("a strategy on trees that has none is ddmin on the text") {
  unsigned runs = 0;
  FunctionOracle oracle = two_letters(runs);
  const StrategyRun as_text = run(oracle, "grabr", nullptr);
  const StrategyRun ddmin = run(oracle, "ddmin-fuzzingbook", nullptr);
  CHECK(!as_text.ended_by);
  CHECK(as_text.strategy == "grabr");
  CHECK(as_text.result == "az");
  CHECK(ddmin.result == "az");
}

TEST_CASE("a test that did not run here takes as long as the others") {
  TestDurations durations(7);
  CHECK(durations.of("a") == 7);
  durations.note("a", 1);
  durations.note("b", 3);
  durations.note("b", 100);
  CHECK(durations.of("a") == 1);
  CHECK(durations.of("b") == 3);
  CHECK(durations.of("c") == 2);
}

TEST_CASE("the seconds of a run alone are those of all its tests, shared or not") {
  unsigned runs = 0;
  FunctionOracle oracle = two_letters(runs);
  Journal journal = Journal::in_memory();
  run(oracle, "bisect", &journal);
  const StrategyRun shared = run(oracle, "bisect", &journal);
  // No test ran, so each counts as the one second that TestDurations was given.
  CHECK(shared.counts.journal == shared.counts.pass + shared.counts.fail);
  CHECK(shared.guessed >= shared.counts.journal - 1);
  CHECK(shared.test_s >= static_cast<double>(shared.counts.pass + shared.counts.fail) - 1e-6);
}
