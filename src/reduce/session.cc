#include "reduce/session.h"

#include <utility>

#include "text/error.h"

namespace grabr {

Session::Session(Oracle& oracle, std::string original, CachePolicy cache)
    : oracle_(oracle),
      original_(std::move(original)),
      best_(original_),
      cache_policy_(cache) {}

void Session::begin_phase(std::string_view name) {
  phase_ = name;
  for (Observer* observer : observers_) observer->on_phase(phase_);
}

void Session::check_original(std::string_view phase) {
  std::string before = std::exchange(phase_, std::string(phase));
  Answer answer;
  answer.result = run_test(original_);
  ++counts_.preflight;
  announce(answer, original_, {}, false);
  phase_ = std::move(before);
  if (answer.result.outcome != Outcome::kFail) refuse_original(answer.result.outcome);
  announce_best();
}

void Session::require_not_passing() {
  const Outcome outcome = test(original_);
  if (outcome == Outcome::kPass) refuse_original(outcome);
  if (outcome == Outcome::kFail) announce_best();
}

std::optional<std::size_t> Session::first_failing(const Sequence& next) {
  Candidate candidate;
  for (std::size_t index = 0; next(index, candidate); ++index) {
    const Answer answer = ask(candidate.text);
    announce(answer, candidate.text, candidate.edit, answer.acceptable);
    if (answer.acceptable) {
      const bool changed = candidate.text != best_ || !best_fails_;
      best_ = std::move(candidate.text);
      if (changed) announce_best();
      return index;
    }
    candidate = {};
  }
  return std::nullopt;
}

bool Session::fails(std::string text, std::string edit) {
  return first_failing([&](std::size_t index, Candidate& candidate) {
           if (index > 0) return false;
           candidate.text = std::move(text);
           candidate.edit = std::move(edit);
           return true;
         })
      .has_value();
}

Outcome Session::test(std::string_view text, std::string_view edit) {
  const Answer answer = ask(text);
  announce(answer, text, edit, false);
  return answer.result.outcome;
}

Session::Answer Session::ask(std::string_view text) {
  Answer answer;
  if (known(text, answer)) {
    ++counts_.cached;
    return answer;
  }
  if (max_tests != 0 && counts_.committed >= max_tests) {
    throw Error(Exit::kBudget, "the budget of " + std::to_string(max_tests) + " tests is used up");
  }
  answer.result = run_test(text);
  count(answer.result);
  answer.acceptable = answer.result.outcome == Outcome::kFail;
  remember(text, answer.result);
  return answer;
}

bool Session::known(std::string_view text, Answer& answer) const {
  if (cache_policy_ == CachePolicy::kNone) return false;
  answer.cached = true;
  if (cache_policy_ == CachePolicy::kNegative && best_fails_ && text == best_) {
    answer.result.outcome = Outcome::kFail;
    return true;
  }
  const auto found = answers_.find(hash128(text));
  if (found != answers_.end()) {
    answer.result.outcome = found->second;
    answer.acceptable = found->second == Outcome::kFail;
    return true;
  }
  answer.cached = false;
  return false;
}

// A test that could not be run says nothing about the candidate. It gets a second chance; then the
// command ends, with the best so far as it is.
TestResult Session::run_test(std::string_view text) {
  TestResult result;
  for (int attempt = 0; attempt < 2; ++attempt) {
    result = oracle_.run(text);
    ++counts_.executed;
    if (result.infrastructure.empty()) return result;
    ++counts_.infrastructure;
  }
  throw Error(Exit::kFailure, "the test could not be run, twice: " + result.infrastructure);
}

void Session::count(const TestResult& result) {
  ++counts_.committed;
  if (result.timed_out) ++counts_.timeout;
  switch (result.outcome) {
    case Outcome::kFail: ++counts_.fail; break;
    case Outcome::kPass: ++counts_.pass; break;
    case Outcome::kUnresolved: ++counts_.unresolved; break;
  }
}

void Session::remember(std::string_view text, const TestResult& result) {
  const bool negative = result.outcome == Outcome::kPass && !result.timed_out;
  if (cache_policy_ == CachePolicy::kAll || (cache_policy_ == CachePolicy::kNegative && negative)) {
    answers_.emplace(hash128(text), result.outcome);
  }
}

void Session::announce(const Answer& answer, std::string_view text, std::string_view edit,
                       bool accepted) {
  TestRecord record;
  record.number = counts_.committed;
  record.result = answer.result;
  record.text = text;
  record.edit = edit;
  record.phase = phase_;
  record.accepted = accepted;
  record.cached = answer.cached;
  for (Observer* observer : observers_) observer->on_test(record);
}

void Session::announce_best() {
  best_fails_ = true;
  for (Observer* observer : observers_) observer->on_best(best_);
}

void Session::refuse_original(Outcome outcome) const {
  throw Error(Exit::kDoesNotFail, "the original input does not fail: its test answers `" +
                                      std::string(outcome_name(outcome)) + "`");
}

}  // namespace grabr
