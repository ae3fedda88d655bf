// The most informative runs come first: the original alone (if it does not fail, nothing else
// matters), several copies of it at once, single runs if those leave a doubt, then the probes.
//
// If some of the concurrent runs do not fail, either the tests disturb each other (a fixed port, a
// fixed path) or the test is flaky. So the original is tested alone until one is settled: it does
// not fail (flaky; a few more runs then give the rate), or it has failed in a row more often than
// is plausible at the failure rate of the concurrent runs.
//
// Tested by tests/oracle/preflight_test.cc, on an oracle without processes.
#include "oracle/answers/preflight.h"

#include <poll.h>

#include <algorithm>
#include <numeric>

#include "oracle/answers/ordered_tests.h"
#include "oracle/answers/rates.h"
#include "oracle/process/process_oracle_options.h"

namespace grabr {
namespace {

constexpr unsigned kMinRunsAlone = 4;   // runs alone that tell disturbed tests from flaky ones
constexpr unsigned kMaxRunsAlone = 10;  // runs alone, including the first
constexpr unsigned kMaxRunsWithoutFailure = 100;  // runs of an original expected to be flaky
constexpr unsigned kMeetings = 12;     // minimum number of concurrent runs, if they are quick
constexpr double kMeetings_s = 0.5;    // time limit for them
constexpr double kDoubt = 0.1;         // accepted chance of taking a flaky test for a disturbed one
constexpr double kMinTimeLimit_s = 2;  // lower bound of the time limit for tests

bool could_run(const TestResult& result) { return result.infrastructure.empty(); }

unsigned count(std::span<const TestResult> results, bool (*holds)(const TestResult&)) {
  return static_cast<unsigned>(std::count_if(results.begin(), results.end(), holds));
}

/// The number of failures in a row, one run at a time, which makes it improbable (kDoubt) that the
/// test fails only as often as in the concurrent runs.
unsigned runs_to_tell(std::span<const TestResult> at_once) {
  const double rate = (count(at_once, fails) + 1.0) / (static_cast<double>(at_once.size()) + 2.0);
  unsigned runs = 0;
  for (double chance = 1; chance > kDoubt && runs < kMaxRunsAlone; chance *= rate) ++runs;
  return std::max(runs, kMinRunsAlone);
}

class Checks {
 public:
  Checks(Oracle& oracle, const PreflightPlan& plan)
      : oracle_(oracle), plan_(plan), jobs_(std::clamp(plan.jobs, 1U, oracle.capacity())) {}

  Preflight run() {
    if (plan_.often) return run_often(*plan_.often);
    using StepKind = PreflightStep::Kind;
    found_.first = test_one({StepKind::kFirst, 1, planned_runs()});
    measure_time();
    if (fails(found_.first)) {
      if (plan_.on_failing) plan_.on_failing(found_);
      repeat_original();
      measure_time();
      if (found_.works_alone()) test_probes();
    }
    return std::move(found_);
  }

 private:
  /// For a flaky test. `first` becomes the first run that fails, if any, whatever its place.
  Preflight run_often(const PreflightPlan::Often& often) {
    PreflightStep step{PreflightStep::Kind::kFirst, 1, often.most};
    const auto next_run = [&]() -> std::optional<OrderedTests::Question> {
      announce(step, 0);
      step = {PreflightStep::Kind::kOriginal, step.number + 1, often.most};
      return OrderedTests::Question{std::string(plan_.original)};
    };
    {
      OrderedTests tests(oracle_, next_run, {.at_once = jobs_, .tries = 3, .stop = plan_.stop});
      while (found_.hits() < often.hits && found_.runs() < often.most) {
        note_run(tests.next()->result);
        if (found_.hits() == 0 && found_.runs() >= kMaxRunsWithoutFailure) break;
        if (!found_.at_once.empty() && !could_run(found_.at_once.back())) break;
      }
    }
    measure_time();
    if (!fails(found_.first)) return std::move(found_);
    if (plan_.on_failing) plan_.on_failing(found_);
    if (plan_.before_probes) plan_.before_probes(found_);
    probe_often(often);
    return std::move(found_);
  }

  void note_run(const TestResult& result) {
    if (!has_first_) {
      found_.first = result;
      has_first_ = true;
    } else if (fails(result) && !fails(found_.first)) {
      found_.at_once.push_back(std::exchange(found_.first, result));
    } else {
      found_.at_once.push_back(result);
    }
  }

  void probe_often(const PreflightPlan::Often& often) {
    const unsigned most = misses_to_give_up({found_.hits(), found_.runs()}, often.probe_error);
    for (const Probe& probe : plan_.vacuous) {
      if (probe.text == plan_.original) continue;
      found_.vacuous.push_back({probe, {}});
      TestResult& result = found_.vacuous.back().result;
      const auto next_run = [&] { return OrderedTests::Question{probe.text}; };
      OrderedTests tests(oracle_, next_run, {.at_once = jobs_, .tries = 3, .stop = plan_.stop});
      for (unsigned run = 0; run < most && !fails(result); ++run) result = tests.next()->result;
    }
  }

  /// Texts that are tested together; `step` describes the first.
  struct Round {
    std::vector<std::string_view> texts;
    unsigned at_once;
    PreflightStep step;
  };

  /// The results in the order of the texts; tests that could not be run are tried again.
  std::vector<TestResult> test(const Round& round) {
    std::vector<TestResult> results(round.texts.size());
    std::vector<std::size_t> to_do(round.texts.size());
    std::iota(to_do.begin(), to_do.end(), std::size_t{0});
    test_once(round, to_do, results);
    for (const double pause_s : plan_.retry_after_s) {
      std::erase_if(to_do, [&](std::size_t index) { return could_run(results[index]); });
      if (to_do.empty()) break;
      ::poll(nullptr, 0, static_cast<int>(pause_s * 1000));
      test_once(round, to_do, results);
    }
    return results;
  }

  void test_once(const Round& round, const std::vector<std::size_t>& to_do,
                 std::vector<TestResult>& results) {
    auto next = to_do.begin();
    const auto next_text = [&]() -> std::optional<OrderedTests::Question> {
      if (next == to_do.end()) return std::nullopt;
      announce(round.step, *next);
      return OrderedTests::Question{std::string(round.texts[*next++])};
    };
    OrderedTests tests(oracle_, next_text, {.at_once = round.at_once, .stop = plan_.stop});
    for (const std::size_t index : to_do) results[index] = tests.next()->result;
  }

  void announce(PreflightStep step, std::size_t index) const {
    step.number += static_cast<unsigned>(index);
    if (plan_.on_step) plan_.on_step(step);
  }

  /// Tests the original alone.
  TestResult test_one(const PreflightStep& step) {
    return test({{plan_.original}, 1, step}).front();
  }

  std::vector<TestResult> test_original(unsigned times, unsigned at_once) {
    const PreflightStep step{PreflightStep::Kind::kOriginal, 2, times + 1};
    return test({std::vector<std::string_view>(times, plan_.original), at_once, step});
  }

  /// Runs the original alone once more.
  TestResult test_doubtful() {
    const auto number = static_cast<unsigned>(found_.alone.size()) + 2;
    return test_one({PreflightStep::Kind::kDoubt, number, kMaxRunsAlone});
  }

  unsigned further_runs(bool slow) const {
    const unsigned further = plan_.repeat - std::min(plan_.repeat, 1U);
    if (jobs_ > 1) return slow ? jobs_ : std::max(jobs_, further);
    return slow ? std::min(further, 1U) : further;
  }

  unsigned planned_runs() const { return 1 + further_runs(false); }

  void repeat_original() {
    const bool slow = found_.first.seconds > plan_.slow_s;
    if (jobs_ > 1) {
      found_.at_once = test_original(further_runs(slow), jobs_);
      meet_again();
    } else {
      found_.alone = test_original(further_runs(slow), 1);
    }
    if (found_.works_at_once() && found_.works_alone()) return;
    while (in_doubt()) found_.alone.push_back(test_doubtful());
  }

  /// Tests disturb each other only while they overlap, which short ones rarely do. So this starts
  /// several at the same moment a few more times.
  void meet_again() {
    const std::size_t wanted = std::max(2 * jobs_, kMeetings);
    while (found_.works_at_once() && found_.at_once.size() < wanted &&
           spent_at_once_s() < kMeetings_s) {
      const std::vector<TestResult> more = test_original(jobs_, jobs_);
      found_.at_once.insert(found_.at_once.end(), more.begin(), more.end());
    }
  }

  double spent_at_once_s() const {
    double seconds = 0;
    for (const TestResult& result : found_.at_once) seconds += result.seconds;
    return seconds / jobs_;
  }

  /// Would one more run of the original alone help to decide?
  bool in_doubt() const {
    const auto runs = static_cast<unsigned>(found_.alone.size()) + 1;
    if (runs >= kMaxRunsAlone) return false;
    double spent_s = found_.first.seconds;
    for (const TestResult& result : found_.alone) spent_s += result.seconds;
    if (runs >= kMinRunsAlone && spent_s > plan_.slow_s) return false;
    if (!found_.works_alone()) return spent_s <= plan_.slow_s;
    return runs < runs_to_tell(found_.at_once);
  }

  void test_probes() {
    if (plan_.before_probes) plan_.before_probes(found_);
    std::vector<std::string_view> texts;
    const auto choose = [&](const std::vector<Probe>& probes,
                            std::vector<Preflight::Probed>& chosen) {
      for (const Probe& probe : probes) {
        const bool known = probe.text == plan_.original ||
                           std::find(texts.begin(), texts.end(), probe.text) != texts.end();
        if (known) continue;
        texts.push_back(probe.text);
        chosen.push_back({probe, {}});
      }
    };
    choose(plan_.vacuous, found_.vacuous);
    choose(plan_.equivalent, found_.equivalent);
    const PreflightStep step{PreflightStep::Kind::kProbe, 1, static_cast<unsigned>(texts.size())};
    const std::vector<TestResult> results = test({texts, found_.works_at_once() ? jobs_ : 1, step});
    std::size_t next = 0;
    for (Preflight::Probed& probed : found_.vacuous) probed.result = results[next++];
    for (Preflight::Probed& probed : found_.equivalent) probed.result = results[next++];
  }

  void measure_time() {
    std::vector<double> times;
    if (could_run(found_.first)) times.push_back(found_.first.seconds);
    for (const auto* results : {&found_.alone, &found_.at_once}) {
      for (const TestResult& result : *results) {
        if (could_run(result)) times.push_back(result.seconds);
      }
    }
    if (times.empty()) return;
    std::sort(times.begin(), times.end());
    found_.median_s = times[times.size() / 2];
    found_.slowest_s = times.back();
  }

  Oracle& oracle_;
  const PreflightPlan& plan_;
  unsigned jobs_;
  Preflight found_;
  bool has_first_ = false;
};

}  // namespace

unsigned Preflight::hits() const {
  return (fails(first) ? 1U : 0U) + count(alone, fails) + count(at_once, fails);
}

unsigned Preflight::runs() const {
  return (could_run(first) ? 1U : 0U) + count(alone, could_run) + count(at_once, could_run);
}

bool Preflight::works_at_once() const { return count(at_once, fails) == at_once.size(); }

bool Preflight::works_alone() const { return fails(first) && count(alone, fails) == alone.size(); }

const Preflight::Probed* Preflight::vacuous_failure() const {
  const auto at = std::find_if(vacuous.begin(), vacuous.end(),
                               [](const Probed& probed) { return fails(probed.result); });
  return at != vacuous.end() ? &*at : nullptr;
}

Preflight run_preflight(Oracle& oracle, const PreflightPlan& plan) {
  return Checks(oracle, plan).run();
}

double time_limit_from(const Preflight& preflight) {
  return std::clamp(10 * preflight.median_s, kMinTimeLimit_s, kFirstLimit_s);
}

}  // namespace grabr
