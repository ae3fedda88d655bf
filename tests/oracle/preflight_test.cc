#include "oracle/answers/preflight.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/simulated_oracle.h"

namespace grabr {
namespace {

TestResult failing(double seconds = 1) {
  TestResult result;
  result.outcome = Outcome::kFail;
  result.seconds = seconds;
  return result;
}

TestResult passing(double seconds = 1) {
  TestResult result;
  result.exit_code = 1;
  result.seconds = seconds;
  return result;
}

TestResult broken() {
  TestResult result;
  result.outcome = Outcome::kUnresolved;
  result.infrastructure = "no more processes";
  return result;
}

constexpr std::string_view kOriginal = "int main() { f(); }";

PreflightPlan plan_of(unsigned repeat, unsigned jobs) {
  PreflightPlan plan;
  plan.original = kOriginal;
  plan.repeat = repeat;
  plan.jobs = jobs;
  plan.retry_after_s = {0, 0, 0};
  return plan;
}

PreflightPlan plan_with_probes(unsigned jobs) {
  PreflightPlan plan = plan_of(3, jobs);
  plan.vacuous = {{Probe::Kind::kEmpty, "the empty input", ""},
                  {Probe::Kind::kShortest, "the shortest sentence", ";"},
                  {Probe::Kind::kGarbage, "garbage", ")]}"}};
  plan.equivalent = {{Probe::Kind::kEquivalent, "without spaces", "int main(){f();}"}};
  return plan;
}

TestResult by_call_of_f(const SimulatedRun& run) {
  return run.text.find("f()") != std::string_view::npos ? failing() : passing();
}

TEST_CASE("a sound test: the original alone, copies at once, probes") {
  SimulatedOracle oracle(by_call_of_f, 4);
  const Preflight found = run_preflight(oracle, plan_with_probes(4));
  CHECK(found.first.outcome == Outcome::kFail);
  CHECK(found.alone.empty());
  CHECK(found.at_once.size() == 4);
  CHECK(found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.hits() == 5);
  CHECK(found.runs() == 5);
  CHECK(found.vacuous.size() == 3);
  CHECK(found.equivalent.size() == 1);
  CHECK(found.equivalent[0].result.outcome == Outcome::kFail);
  CHECK(found.vacuous_failure() == nullptr);
  CHECK(oracle.started().size() == 9);
  CHECK(oracle.most_under_way == 4);
}

TEST_CASE("how often the original runs") {
  struct Row {
    unsigned repeat, jobs, capacity;
    double seconds;
    std::size_t alone, at_once;
  };
  for (const Row& row :
       std::vector<Row>{{3, 1, 1, 1, 2, 0},  // one job: repeated one after the other
                        {1, 1, 1, 1, 0, 0},  // no repetitions at all
                        {0, 1, 1, 1, 0, 0},
                        {3, 2, 2, 1, 0, 2},   // the parallel runs are repetitions
                        {9, 2, 2, 1, 0, 8},   // more repetitions than jobs
                        {1, 4, 4, 1, 0, 4},   // no repetitions, but still run in parallel
                        {3, 4, 1, 1, 2, 0},   // an oracle that runs one test at a time
                        {9, 1, 1, 30, 1, 0},  // slow: one repetition
                        {9, 4, 4, 30, 0, 4},  // slow: one parallel round
                        {1, 1, 1, 30, 0, 0}}) {
    INFO("repeat " << row.repeat << ", jobs " << row.jobs << ", seconds " << row.seconds);
    SimulatedOracle oracle([&](const SimulatedRun&) { return failing(row.seconds); }, row.capacity);
    const Preflight found = run_preflight(oracle, plan_of(row.repeat, row.jobs));
    CHECK(found.alone.size() == row.alone);
    CHECK(found.at_once.size() == row.at_once);
    CHECK(oracle.started().size() == 1 + row.alone + row.at_once);
  }
}

TEST_CASE("short tests meet several times, for a lock is not held for long") {
  SimulatedOracle sound([](const SimulatedRun&) { return failing(0.001); }, 2);
  CHECK(run_preflight(sound, plan_of(3, 2)).at_once.size() == 12);
  SimulatedOracle many([](const SimulatedRun&) { return failing(0.001); }, 8);
  CHECK(run_preflight(many, plan_of(3, 8)).at_once.size() == 16);
  SimulatedOracle longer([](const SimulatedRun&) { return failing(0.2); }, 2);
  CHECK(run_preflight(longer, plan_of(3, 2)).at_once.size() == 6);
  SimulatedOracle disturbed(
      [](const SimulatedRun& run) {
        return run.most_under_way > 1 && run.number == 6 ? passing(0.001) : failing(0.001);
      },
      2);
  const Preflight found = run_preflight(disturbed, plan_of(3, 2));
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.at_once.size() == 6);
}

TEST_CASE("an original that does not fail is tested once, and nothing else is") {
  SimulatedOracle oracle([](const SimulatedRun&) { return passing(); }, 4);
  const Preflight found = run_preflight(oracle, plan_with_probes(4));
  CHECK(found.first.outcome == Outcome::kPass);
  CHECK(oracle.started().size() == 1);
  CHECK(found.hits() == 0);
  CHECK(!found.works_alone());
}

TEST_CASE("disturbed at once: alone it always fails; the probes go one at a time") {
  SimulatedOracle oracle(
      [](const SimulatedRun& run) {
        return run.most_under_way > 1 ? passing() : by_call_of_f(run);
      },
      4);
  const Preflight found = run_preflight(oracle, plan_with_probes(4));
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.alone.size() == 3);
  CHECK(found.vacuous.size() == 3);
  CHECK(found.equivalent[0].result.outcome == Outcome::kFail);
}

TEST_CASE("disturbed now and then: more runs alone, before it is not taken for flaky") {
  SimulatedOracle oracle(
      [](const SimulatedRun& run) { return run.number == 3 ? passing() : failing(); }, 4);
  const Preflight found = run_preflight(oracle, plan_of(3, 4));
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.alone.size() > 3);
  CHECK(found.alone.size() < 10);
}

TEST_CASE("flaky: alone it does not always fail; a few runs more, and no probes") {
  SUBCASE("one job") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.number == 2 ? passing() : failing(); }, 1);
    const Preflight found = run_preflight(oracle, plan_with_probes(1));
    CHECK(!found.works_alone());
    CHECK(found.works_at_once());
    CHECK(found.hits() == 9);
    CHECK(found.runs() == 10);
    CHECK(found.vacuous.empty());
  }
  SUBCASE("several") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.number % 2 == 0 ? passing() : failing(); }, 2);
    const Preflight found = run_preflight(oracle, plan_with_probes(2));
    CHECK(!found.works_alone());
    CHECK(!found.works_at_once());
    CHECK(found.alone.size() == 9);
    CHECK(found.hits() == 6);
    CHECK(found.runs() == 12);
    CHECK(found.vacuous.empty());
  }
  SUBCASE("slow: what is known is enough") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.number == 2 ? passing(30) : failing(30); }, 1);
    const Preflight found = run_preflight(oracle, plan_with_probes(1));
    CHECK(found.hits() == 1);
    CHECK(found.runs() == 2);
  }
  SUBCASE("slow and in doubt: three runs at most") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.most_under_way > 1 ? passing(30) : failing(30); },
        4);
    CHECK(run_preflight(oracle, plan_of(3, 4)).alone.size() == 3);
  }
}

TEST_CASE("probes with the bytes of the original or of an earlier probe are left out") {
  SimulatedOracle oracle(by_call_of_f, 2);
  PreflightPlan plan = plan_with_probes(2);
  plan.vacuous[1].text = "";
  plan.equivalent[0].text = kOriginal;
  const Preflight found = run_preflight(oracle, plan);
  REQUIRE(found.vacuous.size() == 2);
  CHECK(found.vacuous[0].kind == Probe::Kind::kEmpty);
  CHECK(found.vacuous[1].kind == Probe::Kind::kGarbage);
  CHECK(found.equivalent.empty());
}

TEST_CASE("each probe gets its own result, and the first that fails is named") {
  SimulatedOracle oracle(
      [](const SimulatedRun& run) {
        return run.text == ";" || run.text == ")]}" || run.text == kOriginal ? failing()
                                                                             : passing();
      },
      3);
  const Preflight found = run_preflight(oracle, plan_with_probes(3));
  CHECK(found.vacuous[0].result.outcome == Outcome::kPass);
  CHECK(found.vacuous[1].result.outcome == Outcome::kFail);
  CHECK(found.equivalent[0].result.outcome == Outcome::kPass);
  REQUIRE(found.vacuous_failure() != nullptr);
  CHECK(found.vacuous_failure()->name == "the shortest sentence");
}

TEST_CASE("tests that could not be run are tried again, and then returned as they are") {
  SUBCASE("it works the third time") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.number < 3 ? broken() : failing(); }, 1);
    const Preflight found = run_preflight(oracle, plan_of(1, 1));
    CHECK(found.first.outcome == Outcome::kFail);
    CHECK(oracle.started().size() == 3);
  }
  SUBCASE("it never works") {
    SimulatedOracle oracle([](const SimulatedRun&) { return broken(); }, 1);
    const Preflight found = run_preflight(oracle, plan_of(3, 1));
    CHECK(found.first.infrastructure == "no more processes");
    CHECK(found.runs() == 0);
    CHECK(found.median_s == 0);
    CHECK(oracle.started().size() == 4);
  }
  SUBCASE("only those of a round") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.number == 3 ? broken() : failing(); }, 4);
    const Preflight found = run_preflight(oracle, plan_of(3, 4));
    CHECK(found.works_at_once());
    CHECK(oracle.started().size() == 6);
  }
  SUBCASE("never at once") {
    SimulatedOracle oracle(
        [](const SimulatedRun& run) { return run.most_under_way > 1 ? broken() : failing(); }, 2);
    const Preflight found = run_preflight(oracle, plan_of(3, 2));
    CHECK(!found.works_at_once());
    CHECK(found.works_alone());
    CHECK(found.runs() == found.hits());
  }
}

TEST_CASE("times and the limit that follows") {
  const auto times = [](std::vector<double> seconds) {
    SimulatedOracle oracle(
        [=](const SimulatedRun& run) { return failing(seconds[run.number - 1]); }, 1);
    return run_preflight(oracle, plan_of(static_cast<unsigned>(seconds.size()), 1));
  };
  const Preflight found = times({4, 1, 2});
  CHECK(found.median_s == 2);
  CHECK(found.slowest_s == 4);
  CHECK(time_limit_from(found) == 20);
  CHECK(time_limit_from(times({0.001})) == 2);
  CHECK(time_limit_from(times({100, 100})) == 300);
}

/// "1/3 first" for each run that starts.
std::string steps_of(SimulatedOracle& oracle, PreflightPlan plan) {
  static constexpr const char* kNames[] = {"first", "original", "doubt", "probe"};
  std::string steps;
  plan.on_step = [&](const PreflightStep& step) {
    steps += (steps.empty() ? "" : ", ") + std::to_string(step.number) + "/" +
             std::to_string(step.of) + " " + kNames[static_cast<int>(step.kind)];
  };
  run_preflight(oracle, plan);
  return steps;
}

TEST_CASE("whoever watches learns of each run before it begins") {
  SimulatedOracle sound(by_call_of_f, 2);
  CHECK(steps_of(sound, plan_with_probes(2)) ==
        "1/3 first, 2/3 original, 3/3 original, 1/4 probe, 2/4 probe, 3/4 probe, 4/4 probe");
  SimulatedOracle alone(by_call_of_f, 1);
  CHECK(steps_of(alone, plan_of(1, 1)) == "1/1 first");
  SimulatedOracle seldom(
      [](const SimulatedRun& run) { return run.number == 2 ? passing() : failing(); }, 1);
  CHECK(steps_of(seldom, plan_of(2, 1)).starts_with("1/2 first, 2/2 original, 3/10 doubt, 4/10"));
}

TEST_CASE("waiting may be interrupted, and what is under way ends with the checks") {
  SimulatedOracle oracle(by_call_of_f, 2);
  PreflightPlan plan = plan_of(3, 2);
  SUBCASE("and they go on") {
    unsigned calls = 0;
    StopQuestion never([&]() -> std::optional<StopReason> {
      ++calls;
      return std::nullopt;
    });
    plan.stop = StopToken(never);
    CHECK(run_preflight(oracle, plan).works_alone());
    CHECK(calls > 5);
    CHECK(oracle.cancelled == 0);
  }
  SUBCASE("and they stop") {
    oracle.slowest = 1;
    StopQuestion after_three([&]() -> std::optional<StopReason> {
      if (oracle.started().size() != 3) return std::nullopt;
      return StopReason{ErrorKind::kInterrupted, "stop"};
    });
    plan.stop = StopToken(after_three);
    CHECK_THROWS_AS(run_preflight(oracle, plan), Error);
    CHECK(oracle.cancelled == 1);  // the other one ended
  }
}

}  // namespace
}  // namespace grabr
