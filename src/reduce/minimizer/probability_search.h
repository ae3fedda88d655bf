// What ProbDD and its weighted form share: a probability of being needed for each thing, learnt
// from answers by Bayes' rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reduce/minimizer/minimize.h"

namespace grabr {

/// A thing of which it is not known whether it is needed.
struct Uncertain {
  std::uint32_t thing = 0;
  double weight = 1;
  double probability = 0;  ///< that it is needed
};

struct ProbabilitySearch {
  double start = 0.1;    ///< the probability of each thing at first
  double certain = 1.0;  ///< a thing as probable as that stays and is not asked for any more
  /// The smaller, the sooner a thing is given up; ties by probability, then by place.
  double (*rank)(const Uncertain& thing) = nullptr;
  /// How many of the first of `ranked`, at least one, are best dropped together.
  std::size_t (*choose)(std::span<const Uncertain> ranked) = nullptr;
};

/// ProbDD as its authors publish it: start 0.1, until all is certain.
ProbabilitySearch probdd_search();

/// Drops what `search` chooses until nothing is uncertain. Not 1-minimal.
Kept drop_improbable(Session& session, const RemovableList& list, const ProbabilitySearch& search);

}  // namespace grabr
