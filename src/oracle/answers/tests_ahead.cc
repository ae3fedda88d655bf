// The most probable predictions get the slots; one that is much more probable than a running test
// replaces it. Tested by tests/oracle/judge_test.cc.
#include "oracle/answers/tests_ahead.h"

#include <algorithm>

namespace grabr {
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
