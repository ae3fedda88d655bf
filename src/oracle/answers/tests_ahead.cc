// The most probable prospects have the slots; one that is much more probable than a test under way
// takes its place. Tested by tests/oracle/judge_test.cc.
#include "oracle/answers/tests_ahead.h"

#include <algorithm>

namespace grabr {
namespace {

/// What is less probable is not worth a test.
constexpr double kLeastProbability = 0.02;
/// A running test makes room for one so many times as probable.
constexpr double kWorthChanging = 4;
/// Tests shorter than this are over before a copy has foretold anything.
constexpr double kWorthForetelling_s = 0.002;

}  // namespace

bool TestsAhead::look_ahead(double test_s) {
  if (oracle_.capacity() < 2 || test_s < kWorthForetelling_s) return false;
  std::vector<double> waiting;  // probabilities of what has no slot
  for (const Prospect& prospect : foresight_.prospects(known_)) {
    if (tests_.runs(prospect.candidate)) continue;
    if (tests_.full()) make_room_for(prospect);
    if (tests_.full()) waiting.push_back(prospect.probability);
    else start_ahead(prospect.candidate);
  }
  return grow(waiting);
}

void TestsAhead::start_ahead(const Hash128& candidate) {
  if (const auto stored = foresight_.store(candidate)) tests_.start_stored(*stored, candidate);
}

/// One place more is foretold than there are slots: one that falls free need not wait for a copy.
bool TestsAhead::grow(const std::vector<double>& waiting) {
  const std::size_t wanted = oracle_.capacity() - tests_.count() + 1;
  for (std::size_t awaited = foresight_.awaited(); awaited < wanted; ++awaited) {
    const std::size_t enough = wanted - awaited;
    const double least = waiting.size() < enough ? 0 : waiting[enough - 1];
    const auto grown = foresight_.grow(std::max(least, kLeastProbability), known_);
    if (grown == Foresight::Grown::kInCopy) return true;
    if (grown == Foresight::Grown::kNo) return false;
  }
  return false;
}

/// The test under way that is the least probable to be asked for. The one asked for is never it.
std::optional<std::pair<Hash128, double>> TestsAhead::least_probable() const {
  std::optional<std::pair<Hash128, double>> least;
  for (const Hash128& candidate : tests_.candidates()) {
    const double probability = foresight_.probability(candidate);
    if (!least || probability < least->second) least = {candidate, probability};
  }
  return least;
}

void TestsAhead::make_room_for(const Prospect& prospect) {
  const auto least = least_probable();
  if (least && least->second * kWorthChanging < prospect.probability) tests_.cancel(least->first);
}

void TestsAhead::free_a_slot() {
  if (tests_.full()) tests_.cancel(least_probable()->first);
}

void TestsAhead::cancel_dead_branches() {
  tests_.collect();
  for (const Hash128& candidate : tests_.candidates()) {
    if (foresight_.probability(candidate) == 0) tests_.cancel(candidate);
  }
}

}  // namespace grabr
