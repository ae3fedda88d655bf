#include "run/chosen_neighbours.h"

#include <algorithm>
#include <utility>

#include "generate/random_numbers.h"

namespace grabr {
namespace {

/// `count` numbers below `all`, each set of them as probable as the others (Floyd).
std::set<std::uint64_t> draw(std::uint64_t count, std::uint64_t all, std::uint64_t seed) {
  RandomNumbers random(seed);
  std::set<std::uint64_t> drawn;
  for (std::uint64_t last = all - count; last < all; ++last) {
    const std::uint64_t number = random.below(last + 1);
    drawn.insert(drawn.contains(number) ? last : number);
  }
  return drawn;
}

}  // namespace

ChosenNeighbours::ChosenNeighbours(Neighbourhood& all, const Certificate& claimed,
                                   std::optional<std::uint64_t> sample, std::uint64_t seed)
    : all_(all), claimed_(claimed) {
  const std::uint64_t known = claimed.total().neighbours;
  if (sample && (*sample < known || !claimed.complete)) {
    sample_ = draw(std::min(*sample, known), known, seed);
  }
}

std::optional<Neighbour> ChosenNeighbours::next() {
  while (!sample_ || missing() > 0) {
    std::optional<Neighbour> neighbour = all_.next();
    if (!neighbour) return std::nullopt;
    ++counted_[static_cast<std::size_t>(neighbour->kind)];
    const std::uint64_t number = made_++;
    if (sample_ && !sample_->contains(number)) continue;
    ++chosen_;
    if (claimed_.forbids(number)) continue;
    return neighbour;
  }
  return std::nullopt;
}

bool ChosenNeighbours::as_claimed() const {
  if (sample_) return missing() == 0;
  if (!claimed_.complete) return made_ > claimed_.total().neighbours;
  for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
    if (counted_[kind] != claimed_.rows[kind].neighbours) return false;
  }
  return true;
}

}  // namespace grabr
