#include "oracle/answers/rate_oracle.h"

#include <algorithm>
#include <utility>

#include "oracle/answers/journal.h"
#include "oracle/answers/ordered_tests.h"
#include "text/error.h"

namespace grabr {
namespace {

constexpr unsigned kMaxTimeouts = 2;            // timeouts of a candidate that has not failed
constexpr unsigned kMaxTimeoutsOfFailing = 20;  // timeouts of a text that has failed
constexpr unsigned kTriesOfRun = 3;
constexpr unsigned kMaxRunsOfCheck = 10000;

TestResult answered(Outcome outcome) {
  TestResult result;
  result.outcome = outcome;
  result.exit_code = fails(result) ? 0 : 1;
  return result;
}

/// A timeout is not an answer: on a busy machine, a failing text could otherwise be rejected.
bool ran_out_of_time(const TestResult& run) { return run.timed_out && !fails(run); }

}  // namespace

RateOracle::Runs& RateOracle::runs_of(const Hash128& candidate) {
  Runs& runs = runs_[candidate];
  if (!std::exchange(runs.loaded, true) && journal_ != nullptr) {
    runs.fails = journal_->runs(candidate);
  }
  return runs;
}

void RateOracle::keep(const Hash128& candidate, bool fails) {
  runs_of(candidate).fails.push_back(fails);
  if (journal_ != nullptr) journal_->record_run(candidate, fails);
}

Ticket RateOracle::start(std::string_view candidate) {
  Sequence sequence;
  sequence.ticket = ++tickets_;
  sequence.text = candidate;
  sequence.candidate = hash128(candidate);
  if (to_check_ == sequence.candidate) {
    to_check_.reset();
    sequence.is_check = true;
    sequence.next = runs_of(sequence.candidate).answered;
  }
  go_on(std::move(sequence));
  return tickets_;
}

/// Takes the known runs, and starts the next one unless the answer is decided.
void RateOracle::go_on(Sequence sequence) {
  const std::vector<bool>& known = runs_of(sequence.candidate).fails;
  auto decided = verdict(sequence);
  while (!decided && sequence.next < known.size()) {
    sequence.seen.add(known[sequence.next++]);
    decided = verdict(sequence);
  }
  if (decided) return finish(sequence, answered(*decided));
  sequence.run = oracle_.start(sequence.text);
  ++sequence.made;
  sequences_.push_back(std::move(sequence));
}

std::optional<Outcome> RateOracle::verdict(const Sequence& sequence) const {
  if (!sequence.is_check) return verdict_of_candidate(sequence);
  using Verdict = SequentialTest::Verdict;
  const Verdict found =
      SequentialTest(rules_.too_seldom(), rules_.rate, rules_.error).of(sequence.seen);
  if (found == Verdict::kOpen && sequence.timeouts < kMaxTimeoutsOfFailing) return std::nullopt;
  return found == Verdict::kLow ? Outcome::kPass : Outcome::kFail;
}

std::optional<Outcome> RateOracle::verdict_of_candidate(const Sequence& sequence) const {
  using Verdict = SequentialTest::Verdict;
  const Hits& seen = sequence.seen;
  if (seen.hits == 0) {
    return seen.runs >= rules_.most_misses ? std::optional(Outcome::kPass) : std::nullopt;
  }
  if (!rules_.strict) return Outcome::kFail;
  switch (SequentialTest(rules_.too_seldom(), rules_.rate, rules_.error).of(seen)) {
    case Verdict::kHigh: return Outcome::kFail;
    case Verdict::kLow: return Outcome::kPass;
    case Verdict::kOpen: break;
  }
  return std::nullopt;
}

std::optional<Finished> RateOracle::wait(std::span<const int> wake, const Deadline& deadline) {
  while (finished_.empty()) {
    const auto run = oracle_.wait(wake, deadline);
    if (!run) return std::nullopt;
    const auto found = std::ranges::find(sequences_, run->ticket, &Sequence::run);
    if (found == sequences_.end()) continue;
    Sequence sequence = std::move(*found);
    sequences_.erase(found);
    note(std::move(sequence), run->result);
  }
  Finished first = std::move(finished_.front());
  finished_.erase(finished_.begin());
  return first;
}

void RateOracle::note(Sequence sequence, const TestResult& run) {
  sequence.seconds += run.seconds;
  if (!run.infrastructure.empty()) return finish(sequence, run);
  if (!ran_out_of_time(run)) {
    keep(sequence.candidate, fails(run));
  } else if (++sequence.timeouts >= kMaxTimeouts && sequence.seen.hits == 0 && !sequence.is_check) {
    return finish(sequence, run);
  }
  if (sequence.timeouts >= kMaxTimeoutsOfFailing && !sequence.is_check) {
    return finish(sequence, run);
  }
  go_on(std::move(sequence));
}

void RateOracle::finish(const Sequence& sequence, TestResult result) {
  Runs& runs = runs_of(sequence.candidate);
  runs.answered = std::max(runs.answered, sequence.next);
  if (sequence.is_check) {
    if (fails(result)) holding_[sequence.candidate] = sequence.seen;
    else if (result.infrastructure.empty()) holding_.erase(sequence.candidate);
    else to_check_ = sequence.candidate;  // it is tried again
  }
  result.runs = sequence.made;
  result.seconds = sequence.seconds;
  finished_.push_back({sequence.ticket, std::move(result)});
}

void RateOracle::cancel(Ticket ticket) {
  std::erase_if(finished_, [&](const Finished& one) { return one.ticket == ticket; });
  const auto found = std::ranges::find(sequences_, ticket, &Sequence::ticket);
  if (found == sequences_.end()) return;
  oracle_.cancel(found->run);
  sequences_.erase(found);
}

/// Concurrently, like the search and the measurement of the original: how often threads meet
/// depends on what else is running.
Hits RateOracle::run_further(std::string_view text, unsigned most, const StopToken& stop,
                             const std::function<bool(const Hits&)>& done) {
  const Hash128 candidate = hash128(text);
  Runs& runs = runs_of(candidate);
  Hits seen;
  const auto enough = [&] { return done(seen) || seen.runs >= most; };
  while (!enough() && runs.answered < runs.fails.size()) seen.add(runs.fails[runs.answered++]);
  if (enough()) return seen;
  unsigned to_start = most - seen.runs;
  const auto next_run = [&]() -> std::optional<OrderedTests::Question> {
    if (to_start == 0) return std::nullopt;
    --to_start;
    return OrderedTests::Question{std::string(text)};
  };
  OrderedTests tests(oracle_, next_run, {.tries = kTriesOfRun, .stop = stop});
  while (!enough()) {
    const auto answer = tests.next();
    if (!answer) break;
    const TestResult& run = answer->result;
    measured_runs_ += run.runs;
    if (!run.infrastructure.empty()) throw Error(ErrorKind::kEnvironment, run.infrastructure);
    if (ran_out_of_time(run)) continue;
    keep(candidate, fails(run));
    runs.answered = runs.fails.size();
    seen.add(fails(run));
  }
  return seen;
}

Hits RateOracle::held_by(std::string_view text) const {
  const auto found = holding_.find(hash128(text));
  return found == holding_.end() ? Hits() : found->second;
}

Hits RateOracle::measure(std::string_view text, const Wanted& wanted, const StopToken& stop) {
  return run_further(text, wanted.most, stop,
                     [&](const Hits& seen) { return seen.hits >= wanted.hits; });
}

bool RateOracle::check(std::string_view text, const StopToken& stop) {
  using Verdict = SequentialTest::Verdict;
  const SequentialTest test(rules_.too_seldom(), rules_.rate, rules_.error);
  const Hits seen = run_further(text, kMaxRunsOfCheck, stop,
                                [&](const Hits& hits) { return test.of(hits) != Verdict::kOpen; });
  const bool holds = test.of(seen) != Verdict::kLow;
  if (holds) holding_[hash128(text)] = seen;
  else holding_.erase(hash128(text));
  return holds;
}

}  // namespace grabr
