#include "bench/strategy_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "reduce/strategy.h"

namespace grabr {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Adds up the time of the committed tests, and counts how many of their texts parse.
class CandidateCount : public Observer {
 public:
  CandidateCount(const StrategyRunPlan& plan, const Judge& judge, StrategyRun& run)
      : plan_(plan), judge_(judge), run_(run) {}

  void on_test(const TestRecord& record) override {
    if (record.cached || record.number == 0) return;
    const Clock::time_point begin = Clock::now();
    if (plan_.durations != nullptr) add_duration(record);
    if (plan_.parser != nullptr && plan_.parser->accepts(record.text)) ++run_.parsed;
    if (record.accepted && plan_.count_tokens) add_point(record);
    spent_s_ += seconds_since(begin);
  }

  /// Seconds spent in the strategy itself so far.
  double own_s() const { return seconds_since(begin_) - judge_.counts().waited_s - spent_s_; }

 private:
  void add_duration(const TestRecord& record) {
    if (record.result.runs > 0) plan_.durations->note(record.text, record.result.seconds);
    if (!plan_.durations->knows(record.text)) ++run_.guessed;
    run_.test_s += plan_.durations->of(record.text);
  }

  void add_point(const TestRecord& record) {
    run_.curve.push_back({record.number, run_.test_s + std::max(own_s(), 0.0), record.text.size(),
                          plan_.count_tokens(record.text_to_keep())});
  }

  const StrategyRunPlan& plan_;
  const Judge& judge_;
  StrategyRun& run_;
  Clock::time_point begin_ = Clock::now();
  double spent_s_ = 0;
};

}  // namespace

void TestDurations::note(std::string_view text, double seconds) {
  const auto [place, is_new] = known_.emplace(hash128(text), seconds);
  if (is_new) sum_s_ += seconds;
}

double TestDurations::of(std::string_view text) const {
  const auto found = known_.find(hash128(text));
  if (found != known_.end()) return found->second;
  return known_.empty() ? usual_s_ : sum_s_ / static_cast<double>(known_.size());
}

std::variant<Problem, std::string> problem_for(const Schedule& schedule, const Problem& parsed,
                                               std::string_view text) {
  Problem problem = parsed;
  if (!schedule.uses_grammar()) {
    problem.parser = nullptr;
    problem.tree.reset();
    return problem;
  }
  if (schedule.needs_grammar() && problem.parser == nullptr) return "it needs a grammar";
  const bool whole = problem.tree && !problem.partial;
  if (whole && schedule.choice() != ParseOptions::Choice::kRule) {
    ParseOptions how = problem.parser->defaults();
    how.choice = schedule.choice();
    problem.tree = std::get<Tree>(problem.parser->parse(text, how));
  }
  return problem;
}

StrategyRun run_for_record(Oracle& oracle, const StrategyRunPlan& plan) {
  StrategyRun run;
  run.strategy = plan.schedule->text();
  run.guarantee = plan.schedule->guarantee();
  run.parse_known = plan.parser != nullptr;
  Judge judge(oracle, plan.judge);
  Session session(judge, std::string(plan.original), plan.schedule->cache());
  session.small_enough = plan.small_enough;
  session.protection = plan.problem->protection;
  session.stop = plan.judge.stop;
  CandidateCount count(plan, judge, run);
  session.add_observer(&count);
  for (Observer* observer : plan.observers) session.add_observer(observer);
  try {
    session.accept_original();
    run_schedule(*plan.schedule, session, *plan.problem);
  } catch (const Error& error) {
    run.ended_by = error.kind();
    run.ended = error.what();
  }
  run.own_s = count.own_s();
  const bool passes = plan.schedule->aim() == Aim::kPassing && session.passing();
  run.result = passes ? *session.passing() : session.best();
  run.counts = session.counts();
  return run;
}

}  // namespace grabr
