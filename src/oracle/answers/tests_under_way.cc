#include "oracle/answers/tests_under_way.h"

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

}  // namespace grabr
