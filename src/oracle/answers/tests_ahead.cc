// Tested by tests/oracle/judge_test.cc.
#include "oracle/answers/tests_ahead.h"

#include <algorithm>
#include <utility>

namespace grabr {

bool TestsUnderWay::runs(const Hash128& candidate) const {
  return std::ranges::find(running_, candidate, &Running::candidate) != running_.end();
}

std::vector<Hash128> TestsUnderWay::candidates() const {
  std::vector<Hash128> result;
  for (const Running& test : running_) result.push_back(test.candidate);
  return result;
}

void TestsUnderWay::start(std::string_view text, const Hash128& candidate) {
  add(oracle_.start(text), candidate);
}

void TestsUnderWay::cancel(const Hash128& candidate) {
  const auto test = std::ranges::find(running_, candidate, &Running::candidate);
  if (test == running_.end()) return;
  oracle_.cancel(test->ticket);
  running_.erase(test);
  ++executed_;
}

void TestsUnderWay::cancel_all() {
  while (!running_.empty()) cancel(running_.back().candidate);
}

void TestsUnderWay::collect() {
  while (!running_.empty() && await({}, std::chrono::steady_clock::now())) {
  }
}

bool TestsUnderWay::await(std::span<const int> wake, const Deadline& deadline) {
  const auto begin = std::chrono::steady_clock::now();
  const auto finished = oracle_.wait(wake, deadline);
  waited_s_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!finished) return false;
  const auto test = std::ranges::find(running_, finished->ticket, &Running::ticket);
  if (test == running_.end()) return true;
  const Hash128 candidate = test->candidate;
  running_.erase(test);
  const TestResult& result = finished->result;
  executed_ += result.runs;
  if (!result.infrastructure.empty()) ++not_run_;
  recent_s_ = recent_s_ == 0 ? result.seconds : 0.8 * recent_s_ + 0.2 * result.seconds;
  on_result_(candidate, result);
  results_[candidate] = result;
  return true;
}

const TestResult* TestsUnderWay::result(const Hash128& candidate) const {
  const auto found = results_.find(candidate);
  return found == results_.end() ? nullptr : &found->second;
}

std::optional<TestResult> TestsUnderWay::take_result(const Hash128& candidate) {
  auto found = results_.extract(candidate);
  if (found.empty()) return std::nullopt;
  return std::move(found.mapped());
}

namespace {

/// A prediction this many times as probable replaces a running test.
constexpr double kWorthChanging = 4;

}  // namespace

bool TestsAhead::look_ahead(double test_s) {
  if (oracle_.capacity() < 2 || test_s < lookahead_.least_test_s()) return false;
  std::vector<double> waiting;  // probabilities of predictions without a slot
  for (const Prediction& prediction : lookahead_.predictions(known_)) {
    if (tests_.runs(prediction.candidate)) continue;
    if (tests_.full()) make_room_for(prediction);
    if (tests_.full()) waiting.push_back(prediction.probability);
    else start_ahead(prediction.candidate);
  }
  return lookahead_.look_further(oracle_.capacity() - tests_.count(), waiting, known_);
}

void TestsAhead::start_ahead(const Hash128& candidate) {
  if (const auto ticket = lookahead_.start(oracle_, candidate)) tests_.add(*ticket, candidate);
}

/// The running test least likely to be asked for; never the one asked for.
std::optional<std::pair<Hash128, double>> TestsAhead::least_probable() const {
  std::optional<std::pair<Hash128, double>> least;
  for (const Hash128& candidate : tests_.candidates()) {
    const double probability = lookahead_.probability(candidate);
    if (!least || probability < least->second) least = {candidate, probability};
  }
  return least;
}

void TestsAhead::make_room_for(const Prediction& prediction) {
  const auto least = least_probable();
  if (least && least->second * kWorthChanging < prediction.probability) tests_.cancel(least->first);
}

void TestsAhead::free_a_slot() {
  if (tests_.full()) tests_.cancel(least_probable()->first);
}

void TestsAhead::cancel_dead_branches() {
  tests_.collect();
  for (const Hash128& candidate : tests_.candidates()) {
    if (lookahead_.probability(candidate) == 0) tests_.cancel(candidate);
  }
}

}  // namespace grabr
