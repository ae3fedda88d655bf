#include "oracle/answers/sequence_lookahead.h"

#include <algorithm>

namespace grabr {

// Making a candidate takes at least some tens of microseconds.
double SequenceLookahead::least_test_s() const { return 0.0001; }

void SequenceLookahead::arrive(const Hash128& candidate, double chance, Upcoming* upcoming) {
  at_hand_ = candidate;
  chance_ = chance;
  upcoming_ = upcoming;
  if (upcoming == nullptr) foreseen_.clear();
}

// If the answer was "does not fail", the predictions for the rest of the sequence stay valid.
void SequenceLookahead::go_on(bool fails) {
  at_hand_.reset();
  upcoming_ = nullptr;
  if (fails) foreseen_.clear();
}

void SequenceLookahead::clear() {
  at_hand_.reset();
  upcoming_ = nullptr;
  foreseen_.clear();
}

std::vector<Prospect> SequenceLookahead::prospects(const Known& known) {
  std::vector<Prospect> result;
  foreseen_.clear();
  if (upcoming_ == nullptr) return result;
  double probability = 1 - chance_;
  for (std::size_t place = 0; result.size() + 1 < slots_ && probability >= kLeastProbability;
       ++place) {
    const std::string* text = upcoming_->unknown_from(place);
    if (text == nullptr) break;
    const Hash128 candidate = hash128(*text);
    if (candidate == at_hand_ || find(candidate) != nullptr) continue;
    foreseen_.push_back({candidate, probability, text});
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
  const Foreseen* foreseen = find(candidate);
  return foreseen == nullptr ? 0 : foreseen->probability;
}

std::optional<Ticket> SequenceLookahead::start(Oracle& oracle, const Hash128& candidate) {
  const Foreseen* foreseen = find(candidate);
  if (foreseen == nullptr || upcoming_ == nullptr) return std::nullopt;
  return oracle.start(*foreseen->text);
}

bool SequenceLookahead::look_further(std::size_t, std::span<const double>, const Known&) {
  return false;
}

const SequenceLookahead::Foreseen* SequenceLookahead::find(const Hash128& candidate) const {
  const auto found = std::ranges::find(foreseen_, candidate, &Foreseen::candidate);
  return found == foreseen_.end() ? nullptr : &*found;
}

}  // namespace grabr
