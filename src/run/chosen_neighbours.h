// Chooses the neighbours of a result that `grabr verify` tests, and compares their number with the
// certificate in the report.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "reduce/certify/certificate.h"

namespace grabr {

/// All neighbours, or a sample that depends only on the seed. In order, made on demand.
class ChosenNeighbours {
 public:
  /// `sample`: how many to choose; nothing: all. `claimed`: the report's certificate.
  ChosenNeighbours(Neighbourhood& all, const Certificate& claimed,
                   std::optional<std::uint64_t> sample, std::uint64_t seed);

  std::optional<Neighbour> next();

  bool sampled() const { return sample_.has_value(); }
  /// After the last next(): is the number of neighbours the one in the certificate?
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
