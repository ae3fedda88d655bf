#include "oracle/answers/judge.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "oracle/answers/explain_change.h"
#include "oracle/answers/fork_lookahead.h"
#include "oracle/answers/journal.h"
#include "oracle/answers/sequence_lookahead.h"
#include "oracle/answers/tests_ahead.h"
#include "text/error.h"

namespace grabr {
namespace {

using Clock = std::chrono::steady_clock;

/// Tests of the best text that find out why it no longer fails.
constexpr unsigned kTestsToExplain = 4;

Clock::time_point moment_after(double seconds) {
  const std::chrono::duration<double> length(seconds);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

TestResult without_a_run(bool fails) {
  TestResult result;
  result.outcome = fails ? Outcome::kFail : Outcome::kPass;
  result.exit_code = fails ? 0 : 1;
  result.runs = 0;
  return result;
}

std::unique_ptr<Lookahead> make_lookahead(LookAhead kind, unsigned capacity) {
  if (kind == LookAhead::kByFork) return std::make_unique<ForkLookahead>();
  return std::make_unique<SequenceLookahead>(kind == LookAhead::kInSequence ? capacity : 0);
}

/// Would the same test give the same result again? A test that may hang (--hang) says "fail" by
/// timing out.
bool is_answer(const TestResult& result) {
  return result.infrastructure.empty() && (result.outcome == Outcome::kFail ||
                                           (result.outcome == Outcome::kPass && !result.timed_out));
}

}  // namespace

struct Judge::State {
  Oracle& oracle;
  Options options;
  Counts counts;
  TestsUnderWay tests;
  std::unique_ptr<Lookahead> lookahead;
  TestsAhead ahead;
  int regions = 0;
  bool in_copy = false;

  SharedText best;
  bool best_just_tested = false;
  unsigned accepted_since_check = 0;
  unsigned passes_in_a_row = 0;
  bool answered_by_test = true;        // the last question; false: the journal answered it
  std::optional<Hash128> just_failed;  // the candidate of the last such test, if it failed

  State(Oracle& given, Options how)
      : oracle(given),
        options(std::move(how)),
        tests(given,
              [this](const Hash128& candidate, const TestResult& result) {
                if (answers() == nullptr || !is_answer(result)) return;
                // Recorded first: after a kill in between, a failing candidate would count whatever
                // its number.
                if (result.number) answers()->record_number(candidate, *result.number);
                if (!result.other_failure.empty()) {
                  answers()->record_other_failure(candidate, result.other_failure);
                }
                answers()->record(candidate, result.outcome);
              }),
        lookahead(make_lookahead(options.look_ahead, given.capacity())),
        ahead(given, tests, *lookahead,
              [this](const Hash128& candidate) { return known_to_fail(candidate); }),
        just_failed(options.just_failed) {}

  // Answers.

  TestResult answer(std::string_view text, double chance, Upcoming* upcoming) {
    const Hash128 candidate = hash128(text);
    if (in_copy) return predict(text, candidate, chance);
    check_stop();
    lookahead->arrive(candidate, chance, upcoming);
    TestResult result;
    if (const auto fails = in_journal(candidate); fails && tests.result(candidate) == nullptr) {
      ++counts.journal;
      result = without_a_run(*fails);
      if (*fails) result.number = answers()->number(candidate);
      if (!*fails) result.other_failure = answers()->other_failure(candidate);
      answered_by_test = false;
    } else {
      result = test(text, candidate);
      if (in_copy) return result;
      note_test(candidate, result);
      best_just_tested = false;
      passes_in_a_row = result.outcome == Outcome::kFail ? 0 : passes_in_a_row + 1;
    }
    lookahead->go_on(result.outcome == Outcome::kFail);
    ahead.cancel_dead_branches();
    if (options.canary_every != 0 && passes_in_a_row >= options.canary_every) check_best();
    return result;
  }

  void note_test(const Hash128& candidate, const TestResult& result) {
    answered_by_test = true;
    just_failed.reset();
    if (result.outcome == Outcome::kFail) just_failed = candidate;
  }

  /// The journal, if its answers may be used.
  Journal* answers() const { return options.oracle_keeps_runs ? nullptr : options.journal; }

  std::optional<bool> in_journal(const Hash128& candidate) const {
    const auto outcome = answers() == nullptr ? std::nullopt : answers()->find(candidate);
    if (!outcome) return std::nullopt;
    return *outcome == Outcome::kFail;
  }

  /// The result of a test, run now or ahead of time; retries a test that cannot be run. In a forked
  /// copy it may be the assumed answer.
  TestResult test(std::string_view text, const Hash128& candidate) {
    for (std::size_t tries = 0;; ++tries) {
      TestResult result = await(text, candidate);
      if (in_copy) return result;
      if (needs_recheck(result)) {
        tests.cancel_all();
        result = run_once(text, candidate);
      }
      if (result.infrastructure.empty()) return result;
      wait_to_try_again(tries, result);
    }
  }

  /// The result of a test, run now or ahead of time, whatever it is.
  TestResult await(std::string_view text, const Hash128& candidate) {
    while (true) {
      if (auto result = tests.take_result(candidate)) return *std::move(result);
      if (!tests.runs(candidate)) {
        ahead.free_a_slot();
        tests.start(text, candidate);
      }
      if (look_ahead()) return become_copy();
      wait_once(std::nullopt);
    }
  }

  bool needs_recheck(const TestResult& result) const {
    return result.timed_out && result.outcome == Outcome::kPass && options.recheck_timeouts &&
           oracle.capacity() > 1;
  }

  /// Runs a test to its end, beside those already running, ignoring any earlier result.
  TestResult run_once(std::string_view text, const Hash128& candidate) {
    ahead.free_a_slot();
    tests.cancel(candidate);
    tests.take_result(candidate);
    tests.start(text, candidate);
    while (true) {
      wait_once(std::nullopt);
      if (auto result = tests.take_result(candidate)) return *std::move(result);
    }
  }

  void wait_to_try_again(std::size_t tries, const TestResult& failed) {
    if (tries >= options.retry_after_s.size()) {
      throw Error(ErrorKind::kEnvironment, "the test could not be run, " +
                                               std::to_string(tries + 1) +
                                               " times: " + failed.infrastructure);
    }
    pause(options.retry_after_s[tries]);
  }

  void pause(double seconds) {
    const Clock::time_point until = moment_after(seconds);
    while (Clock::now() < until) wait_once(until);
  }

  void wait_once(Deadline until) {
    check_stop();
    const Deadline& end = options.stop.deadline();
    if (end && (!until || *end < *until)) until = end;
    tests.wait(lookahead->channels(), until);
    lookahead->collect();
    check_stop();
  }

  void check_stop() const { options.stop.check(); }

  // Looking ahead.

  /// True: this is now a forked copy.
  bool look_ahead() {
    if (regions == 0) return false;
    return ahead.look_ahead(tests.recent_s() > 0 ? tests.recent_s() : options.expected_s);
  }

  std::optional<bool> known_to_fail(const Hash128& candidate) const {
    const TestResult* result = tests.result(candidate);
    if (result == nullptr) return in_journal(candidate);
    if (!result->infrastructure.empty()) return std::nullopt;
    return result->outcome == Outcome::kFail;
  }

  TestResult become_copy() {
    in_copy = true;
    tests.forget();
    oracle.become_copy();
    options.stop = {};
    return without_a_run(lookahead->supposed());
  }

  TestResult predict(std::string_view text, const Hash128& candidate, double chance) {
    if (const auto fails = known_to_fail(candidate)) return without_a_run(*fails);
    lookahead->predict(candidate, chance, [&] { return oracle.store(text); });
    return without_a_run(lookahead->supposed());
  }

  // Checks whether the test still works, by testing the best text again (the canary).

  void set_best(const SharedText& text) {
    best = text;
    best_just_tested = true;
    passes_in_a_row = 0;
    if (options.journal != nullptr) {
      options.journal->mark();
      options.journal->keep_best(best);
    }
    // Candidates accepted by an earlier run were retested by that run.
    if (options.canary_every == 0 || !answered_by_test) return;
    if (++accepted_since_check < options.accepted_between_checks) return;
    best_just_tested = false;
    check_best();
  }

  void check_best() {
    accepted_since_check = 0;
    passes_in_a_row = 0;
    if (best.empty() || best_just_tested) return;
    const TestResult result = test_best();
    if (result.outcome != Outcome::kFail) {
      if (options.oracle_keeps_runs && result.infrastructure.empty()) throw FalseStep();
      refuse_to_go_on(result);
    }
    best_just_tested = true;
    if (options.journal != nullptr) options.journal->mark();
  }

  TestResult test_best() { return test_known(best, options.retry_after_s.size()); }

  TestResult test_known(std::string_view text, std::size_t most_tries) {
    ++counts.canary;
    const Hash128 candidate = hash128(text);
    oracle.expect_check(text);
    for (std::size_t tries = 0;; ++tries) {
      TestResult result = run_once(text, candidate);
      note_test(candidate, result);
      if (result.infrastructure.empty() || tries == most_tries) return result;
      pause(options.retry_after_s[tries]);
    }
  }

  [[noreturn]] void refuse_to_go_on(const TestResult& first) {
    throw Error(ErrorKind::kEnvironment, change_of(best, first).explanation);
  }

  Change change_of(std::string_view text, const TestResult& first) {
    unsigned hits = 0;
    tests.cancel_all();  // run alone: other tests may be the cause
    for (unsigned i = 0; i < kTestsToExplain; ++i) {
      ++counts.canary;
      if (run_once(text, hash128(text)).outcome == Outcome::kFail) ++hits;
    }
    if (options.journal != nullptr) options.journal->forget_since_mark();
    return {hits,
            explain_change(first, hits, kTestsToExplain, oracle.capacity(), oracle.trouble())};
  }

  // After the search.

  void end_search(const StopToken& stop) {
    tests.cancel_all();
    options.stop = stop;
  }

  TestResult test_again(std::string_view text, Patience patience) {
    if (!options.oracle_keeps_runs && just_failed == hash128(text)) return without_a_run(true);
    const std::size_t tries = patience == Patience::kNone ? 0 : options.retry_after_s.size();
    TestResult result = test_known(text, tries);
    if (result.timed_out && result.outcome != Outcome::kFail) result = test_known(text, tries);
    return result;
  }
};

Judge::Judge(Oracle& oracle) : Judge(oracle, Options()) {}

Judge::Judge(Oracle& oracle, Options options)
    : state_(std::make_unique<State>(oracle, std::move(options))) {}

Judge::~Judge() { state_->tests.cancel_all(); }

TestResult Judge::answer(std::string_view text, double chance, Upcoming* upcoming) {
  return state_->answer(text, std::clamp(chance, 0.0, 1.0), upcoming);
}

void Judge::set_best(const SharedText& text) {
  if (!state_->in_copy) state_->set_best(text);
}

void Judge::check_best() {
  if (!state_->in_copy) state_->check_best();
}

void Judge::go_back_to(const SharedText& text) {
  forget_ahead();
  state_->best = text;
  state_->best_just_tested = true;
  state_->accepted_since_check = 0;
  state_->passes_in_a_row = 0;
  if (state_->options.journal != nullptr) state_->options.journal->keep_best(text, true);
}

void Judge::forget_ahead() {
  state_->lookahead->clear();
  state_->tests.cancel_all();
  state_->tests.forget_results();
}

void Judge::end_search(const StopToken& stop) { state_->end_search(stop); }

TestResult Judge::test_again(std::string_view text, Patience patience) {
  return state_->test_again(text, patience);
}

Judge::Change Judge::explain_change_of(std::string_view text, const TestResult& first) {
  return state_->change_of(text, first);
}

Judge::Counts Judge::counts() const {
  Counts counts = state_->counts;
  counts.executed = state_->tests.executed();
  counts.infrastructure = state_->tests.not_run();
  counts.waited_s = state_->tests.waited_s();
  return counts;
}

std::size_t Judge::tests_under_way() const { return state_->tests.count(); }

bool Judge::is_copy() const { return state_->in_copy; }

Judge::Region::Region(Judge& judge) : judge_(judge) { ++judge_.state_->regions; }

Judge::Region::~Region() {
  if (judge_.state_->in_copy) end_copy();
  if (--judge_.state_->regions > 0) return;
  judge_.state_->lookahead->clear();
  judge_.state_->tests.cancel_all();
}

}  // namespace grabr
