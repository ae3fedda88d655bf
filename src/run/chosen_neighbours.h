// Which neighbours of a result a verification tests, and whether they are those of its report.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "reduce/certify/certificate.h"

namespace grabr {

/// All of them, or a sample: the same for the same seed. In order, made when they are asked for.
class ChosenNeighbours {
 public:
  /// `sample`: so many of those that `claimed` has counted.
  ChosenNeighbours(Neighbourhood& all, const Certificate& claimed,
                   std::optional<std::uint64_t> sample, std::uint64_t seed);

  std::optional<Neighbour> next();

  bool sampled() const { return sample_.has_value(); }
  /// At the end: are there the neighbours that the certificate has counted?
  bool as_claimed() const;

 private:
  std::uint64_t missing() const { return sample_->size() - chosen_; }

  Neighbourhood& all_;
  const Certificate& claimed_;
  std::optional<std::set<std::uint64_t>> sample_;  ///< by number
  std::array<std::uint64_t, kNeighbourKinds> counted_ = {};
  std::uint64_t made_ = 0;
  std::uint64_t chosen_ = 0;
};

}  // namespace grabr
