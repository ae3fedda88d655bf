// The search that ProbDD and its weighted form share: each thing has a probability of being needed,
// which answers update by Bayes' rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reduce/minimizer/minimize.h"

namespace grabr {

/// A thing that may or may not be needed.
struct Uncertain {
  std::uint32_t thing = 0;
  double weight = 1;
  double probability = 0;  ///< the probability that it is needed
};

struct ProbabilitySearch {
  double start = 0.1;    ///< the probability of each thing at first
  double certain = 1.0;  ///< a thing that reaches this probability stays and is no longer tried
  /// Things of smaller rank are tried for removal earlier; ties are broken by probability, then by
  /// place.
  double (*rank)(const Uncertain& thing) = nullptr;
  /// Chooses how many of the first things of `ranked` are tried together, at least one.
  std::size_t (*choose)(std::span<const Uncertain> ranked) = nullptr;
};

/// ProbDD as published: it starts at 0.1 and runs until all is certain.
ProbabilitySearch probdd_search();

/// Drops the things that `search` chooses until nothing is uncertain. Not 1-minimal.
Kept drop_improbable(Session& session, const RemovableList& list, const ProbabilitySearch& search);

}  // namespace grabr
