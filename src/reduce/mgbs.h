// Markov generalised binary splitting: the list minimiser of the default strategy, and the estimate
// that several lists can share.
#pragma once

#include <cstddef>
#include <functional>

#include "reduce/minimize.h"

namespace grabr {

/// How likely a thing must stay, learnt from answers, by what became of its right neighbour: kept
/// things stand together.
class KeepEstimate {
 public:
  KeepEstimate() = default;
  /// Starts as `general` has it now, with the weight of `weight` answers in each state: for a kind
  /// of list that has few answers of its own yet.
  explicit KeepEstimate(const KeepEstimate& general, double weight = 4);

  /// Within [.005, .97].
  double probability(bool after_kept) const;
  void note_kept(bool after_kept) { ++counts_[after_kept].kept; }
  /// Neighbours dropped together: only the rightmost of them has `after_kept` for its neighbour.
  void note_dropped(bool after_kept, std::size_t count);

 private:
  struct Counts {
    double kept, dropped;
  };
  Counts counts_[2] = {{0.3, 9.7}, {1, 1}};
};

/// One pass from the end to the front. Learns into `estimate`. `visit`, when given, is called for
/// each thing as soon as it is known to stay: a tree walk reduces the thing's own parts then, and
/// `list.render` shows their new state from there on.
Kept mgbs(Session& session, const RemovableList& list, KeepEstimate& estimate,
          const std::function<void(std::uint32_t thing)>& visit = {});

}  // namespace grabr
