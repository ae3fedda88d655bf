#include "oracle/answers/sequence_lookahead.h"

#include <algorithm>

namespace grabr {

// Making a candidate takes at least some tens of microseconds.
double SequenceLookahead::least_test_s() const { return 0.0001; }

void SequenceLookahead::arrive(const Hash128& candidate, double chance, Upcoming* upcoming) {
  at_hand_ = candidate;
  chance_ = chance;
  upcoming_ = upcoming;
  if (upcoming == nullptr) predicted_.clear();
}

// If the answer was "does not fail", the predictions for the rest of the sequence stay valid.
void SequenceLookahead::go_on(bool fails) {
  at_hand_.reset();
  upcoming_ = nullptr;
  if (fails) predicted_.clear();
}

void SequenceLookahead::clear() {
  at_hand_.reset();
  upcoming_ = nullptr;
  predicted_.clear();
}

std::vector<Prediction> SequenceLookahead::predictions(const Known& known) {
  std::vector<Prediction> result;
  predicted_.clear();
  if (upcoming_ == nullptr) return result;
  double probability = 1 - chance_;
  for (std::size_t place = 0; result.size() + 1 < slots_ && probability >= kMinProbability;
       ++place) {
    const std::string* text = upcoming_->unknown_from(place);
    if (text == nullptr) break;
    const Hash128 candidate = hash128(*text);
    if (candidate == at_hand_ || find(candidate) != nullptr) continue;
    predicted_.push_back({candidate, probability, text});
    if (const auto fails = known(candidate)) {
      if (*fails) break;
      continue;
    }
    result.push_back({candidate, probability});
    probability *= 1 - chance_;
  }
  return result;
}

double SequenceLookahead::probability(const Hash128& candidate) const {
  if (candidate == at_hand_) return 1;
  const PredictedTest* predicted = find(candidate);
  return predicted == nullptr ? 0 : predicted->probability;
}

std::optional<Ticket> SequenceLookahead::start(Oracle& oracle, const Hash128& candidate) {
  const PredictedTest* predicted = find(candidate);
  if (predicted == nullptr || upcoming_ == nullptr) return std::nullopt;
  return oracle.start(*predicted->text);
}

bool SequenceLookahead::look_further(std::size_t, std::span<const double>, const Known&) {
  return false;
}

const SequenceLookahead::PredictedTest* SequenceLookahead::find(const Hash128& candidate) const {
  const auto found = std::ranges::find(predicted_, candidate, &PredictedTest::candidate);
  return found == predicted_.end() ? nullptr : &*found;
}

}  // namespace grabr
