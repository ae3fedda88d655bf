#include "oracle/answers/preflight.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace grabr {
namespace {

/// What a scripted test sees of its run.
struct Run {
  std::string_view text;
  unsigned number = 0;          ///< of the runs of this text, from 1
  unsigned most_under_way = 1;  ///< tests under way at the same time, at the most, itself included
};

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

/// No processes: results by a rule. Of the tests under way the one that began last ends first.
class FakeOracle : public Oracle {
 public:
  using Rule = std::function<TestResult(const Run&)>;
  FakeOracle(unsigned capacity, Rule rule) : capacity_(capacity), rule_(std::move(rule)) {}

  unsigned capacity() const override { return capacity_; }
  Ticket start(std::string_view candidate) override {
    texts.emplace_back(candidate);
    const auto number = std::count(texts.begin(), texts.end(), candidate);
    under_way_.push_back({texts.size(), std::string(candidate), static_cast<unsigned>(number), 0});
    const auto now = static_cast<unsigned>(under_way_.size());
    CHECK(now <= capacity_);
    for (Entry& entry : under_way_) entry.most = std::max(entry.most, now);
    most = std::max(most, now);
    return texts.size();
  }
  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    REQUIRE(!under_way_.empty());
    if (interruptions > 0) {
      --interruptions;
      return std::nullopt;
    }
    const Entry entry = under_way_.back();
    under_way_.pop_back();
    return Finished{entry.ticket, rule_({entry.text, entry.number, entry.most})};
  }
  void cancel(Ticket ticket) override {
    cancelled.push_back(ticket);
    std::erase_if(under_way_, [&](const Entry& entry) { return entry.ticket == ticket; });
  }

  std::vector<std::string> texts;  ///< of all tests begun, in order
  std::vector<Ticket> cancelled;
  unsigned most = 0;           ///< under way at once
  unsigned interruptions = 0;  ///< so many waits come back with nothing

 private:
  struct Entry {
    Ticket ticket;
    std::string text;
    unsigned number;
    unsigned most;
  };
  unsigned capacity_;
  Rule rule_;
  std::vector<Entry> under_way_;
};

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

TestResult by_call_of_f(const Run& run) {
  return run.text.find("f()") != std::string_view::npos ? failing() : passing();
}

TEST_CASE("a sound test: the original alone, copies at once, probes") {
  FakeOracle oracle(4, by_call_of_f);
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
  CHECK(oracle.texts.size() == 9);
  CHECK(oracle.most == 4);
}

TEST_CASE("how often the original runs") {
  struct Row {
    unsigned repeat, jobs, capacity;
    double seconds;
    std::size_t alone, at_once;
  };
  for (const Row& row :
       std::vector<Row>{{3, 1, 1, 1, 2, 0},  // one job: repeated alone
                        {1, 1, 1, 1, 0, 0},  // not at all
                        {0, 1, 1, 1, 0, 0},
                        {3, 2, 2, 1, 0, 2},   // those at once are repetitions
                        {9, 2, 2, 1, 0, 8},   // more repetitions than jobs
                        {1, 4, 4, 1, 0, 4},   // not repeated, but at once all the same
                        {3, 4, 1, 1, 2, 0},   // an oracle that tests one at a time
                        {9, 1, 1, 30, 1, 0},  // slow: once more
                        {9, 4, 4, 30, 0, 4},  // slow: one round at once
                        {1, 1, 1, 30, 0, 0}}) {
    INFO("repeat " << row.repeat << ", jobs " << row.jobs << ", seconds " << row.seconds);
    FakeOracle oracle(row.capacity, [&](const Run&) { return failing(row.seconds); });
    const Preflight found = run_preflight(oracle, plan_of(row.repeat, row.jobs));
    CHECK(found.alone.size() == row.alone);
    CHECK(found.at_once.size() == row.at_once);
    CHECK(oracle.texts.size() == 1 + row.alone + row.at_once);
  }
}

TEST_CASE("short tests meet several times, for a lock is not held for long") {
  FakeOracle sound(2, [](const Run&) { return failing(0.001); });
  CHECK(run_preflight(sound, plan_of(3, 2)).at_once.size() == 12);
  FakeOracle many(8, [](const Run&) { return failing(0.001); });
  CHECK(run_preflight(many, plan_of(3, 8)).at_once.size() == 16);
  FakeOracle longer(2, [](const Run&) { return failing(0.2); });
  CHECK(run_preflight(longer, plan_of(3, 2)).at_once.size() == 6);
  FakeOracle disturbed(2, [](const Run& run) {
    return run.most_under_way > 1 && run.number == 6 ? passing(0.001) : failing(0.001);
  });
  const Preflight found = run_preflight(disturbed, plan_of(3, 2));
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.at_once.size() == 6);
}

TEST_CASE("an original that does not fail is tested once, and nothing else is") {
  FakeOracle oracle(4, [](const Run&) { return passing(); });
  const Preflight found = run_preflight(oracle, plan_with_probes(4));
  CHECK(found.first.outcome == Outcome::kPass);
  CHECK(oracle.texts.size() == 1);
  CHECK(found.hits() == 0);
  CHECK(!found.works_alone());
}

TEST_CASE("disturbed at once: alone it always fails; the probes go one at a time") {
  FakeOracle oracle(
      4, [](const Run& run) { return run.most_under_way > 1 ? passing() : by_call_of_f(run); });
  const Preflight found = run_preflight(oracle, plan_with_probes(4));
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.alone.size() == 3);
  CHECK(found.vacuous.size() == 3);
  CHECK(found.equivalent[0].result.outcome == Outcome::kFail);
}

TEST_CASE("disturbed now and then: more runs alone, before it is not taken for flaky") {
  FakeOracle oracle(4, [](const Run& run) { return run.number == 3 ? passing() : failing(); });
  const Preflight found = run_preflight(oracle, plan_of(3, 4));
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.alone.size() > 3);
  CHECK(found.alone.size() < 10);
}

TEST_CASE("flaky: alone it does not always fail; a few runs more, and no probes") {
  SUBCASE("one job") {
    FakeOracle oracle(1, [](const Run& run) { return run.number == 2 ? passing() : failing(); });
    const Preflight found = run_preflight(oracle, plan_with_probes(1));
    CHECK(!found.works_alone());
    CHECK(found.works_at_once());
    CHECK(found.hits() == 9);
    CHECK(found.runs() == 10);
    CHECK(found.vacuous.empty());
  }
  SUBCASE("several") {
    FakeOracle oracle(2,
                      [](const Run& run) { return run.number % 2 == 0 ? passing() : failing(); });
    const Preflight found = run_preflight(oracle, plan_with_probes(2));
    CHECK(!found.works_alone());
    CHECK(!found.works_at_once());
    CHECK(found.alone.size() == 9);
    CHECK(found.hits() == 6);
    CHECK(found.runs() == 12);
    CHECK(found.vacuous.empty());
  }
  SUBCASE("slow: what is known is enough") {
    FakeOracle oracle(1,
                      [](const Run& run) { return run.number == 2 ? passing(30) : failing(30); });
    const Preflight found = run_preflight(oracle, plan_with_probes(1));
    CHECK(found.hits() == 1);
    CHECK(found.runs() == 2);
  }
  SUBCASE("slow and in doubt: three runs at most") {
    FakeOracle oracle(
        4, [](const Run& run) { return run.most_under_way > 1 ? passing(30) : failing(30); });
    CHECK(run_preflight(oracle, plan_of(3, 4)).alone.size() == 3);
  }
}

TEST_CASE("probes with the bytes of the original or of an earlier probe are left out") {
  FakeOracle oracle(2, by_call_of_f);
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
  FakeOracle oracle(3, [](const Run& run) {
    return run.text == ";" || run.text == ")]}" || run.text == kOriginal ? failing() : passing();
  });
  const Preflight found = run_preflight(oracle, plan_with_probes(3));
  CHECK(found.vacuous[0].result.outcome == Outcome::kPass);
  CHECK(found.vacuous[1].result.outcome == Outcome::kFail);
  CHECK(found.equivalent[0].result.outcome == Outcome::kPass);
  REQUIRE(found.vacuous_failure() != nullptr);
  CHECK(found.vacuous_failure()->name == "the shortest sentence");
}

TEST_CASE("tests that could not be run are tried again, and then returned as they are") {
  SUBCASE("it works the third time") {
    FakeOracle oracle(1, [](const Run& run) { return run.number < 3 ? broken() : failing(); });
    const Preflight found = run_preflight(oracle, plan_of(1, 1));
    CHECK(found.first.outcome == Outcome::kFail);
    CHECK(oracle.texts.size() == 3);
  }
  SUBCASE("it never works") {
    FakeOracle oracle(1, [](const Run&) { return broken(); });
    const Preflight found = run_preflight(oracle, plan_of(3, 1));
    CHECK(found.first.infrastructure == "no more processes");
    CHECK(found.runs() == 0);
    CHECK(found.median_s == 0);
    CHECK(oracle.texts.size() == 4);
  }
  SUBCASE("only those of a round") {
    FakeOracle oracle(4, [](const Run& run) { return run.number == 3 ? broken() : failing(); });
    const Preflight found = run_preflight(oracle, plan_of(3, 4));
    CHECK(found.works_at_once());
    CHECK(oracle.texts.size() == 6);
  }
  SUBCASE("never at once") {
    FakeOracle oracle(2,
                      [](const Run& run) { return run.most_under_way > 1 ? broken() : failing(); });
    const Preflight found = run_preflight(oracle, plan_of(3, 2));
    CHECK(!found.works_at_once());
    CHECK(found.works_alone());
    CHECK(found.runs() == found.hits());
  }
}

TEST_CASE("times and the limit that follows") {
  const auto times = [](std::vector<double> seconds) {
    FakeOracle oracle(1, [=](const Run& run) { return failing(seconds[run.number - 1]); });
    return run_preflight(oracle, plan_of(static_cast<unsigned>(seconds.size()), 1));
  };
  const Preflight found = times({4, 1, 2});
  CHECK(found.median_s == 2);
  CHECK(found.slowest_s == 4);
  CHECK(time_limit_from(found) == 20);
  CHECK(time_limit_from(times({0.001})) == 2);
  CHECK(time_limit_from(times({100, 100})) == 300);
}

/// "1/3 first" for each run that begins.
std::string steps_of(FakeOracle& oracle, PreflightPlan plan) {
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
  FakeOracle sound(2, by_call_of_f);
  CHECK(steps_of(sound, plan_with_probes(2)) ==
        "1/3 first, 2/3 original, 3/3 original, 1/4 probe, 2/4 probe, 3/4 probe, 4/4 probe");
  FakeOracle alone(1, by_call_of_f);
  CHECK(steps_of(alone, plan_of(1, 1)) == "1/1 first");
  FakeOracle seldom(1, [](const Run& run) { return run.number == 2 ? passing() : failing(); });
  CHECK(steps_of(seldom, plan_of(2, 1)).starts_with("1/2 first, 2/2 original, 3/10 doubt, 4/10"));
}

TEST_CASE("waiting may be interrupted, and what is under way ends with the checks") {
  FakeOracle oracle(2, by_call_of_f);
  PreflightPlan plan = plan_of(3, 2);
  SUBCASE("and they go on") {
    unsigned calls = 0;
    StopQuestion never([&]() -> std::optional<StopReason> {
      ++calls;
      return std::nullopt;
    });
    plan.stop = StopToken(never);
    oracle.interruptions = 5;
    CHECK(run_preflight(oracle, plan).works_alone());
    CHECK(calls > 5);
    CHECK(oracle.cancelled.empty());
  }
  SUBCASE("and they stop") {
    StopQuestion after_three([&]() -> std::optional<StopReason> {
      if (oracle.texts.size() != 3) return std::nullopt;
      return StopReason{ErrorKind::kInterrupted, "stop"};
    });
    plan.stop = StopToken(after_three);
    CHECK_THROWS_AS(run_preflight(oracle, plan), Error);
    CHECK(oracle.cancelled.size() == 1);  // the other one has ended
  }
}

}  // namespace
}  // namespace grabr
