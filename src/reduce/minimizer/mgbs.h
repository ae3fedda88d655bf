// Markov generalised binary splitting: the list minimiser of the default strategy, and the estimate
// that several lists can share.
#pragma once

#include <cstddef>
#include <functional>

#include "reduce/minimizer/minimize.h"

namespace grabr {

/// Estimates how likely something works from how often it has. The prior counts as `worked` of
/// `tries`.
class Odds {
 public:
  Odds(double tries, double worked) : tries_(tries), worked_(worked) {}
  double chance() const { return worked_ / tries_; }
  void note(bool worked) {
    tries_ += 1;
    worked_ += worked ? 1 : 0;
  }

 private:
  double tries_, worked_;
};

/// Estimates how likely a thing must stay, separately for a right neighbour that stayed or went:
/// things that stay are often neighbours.
class KeepEstimate {
 public:
  KeepEstimate() = default;
  /// Starts as `general` has it now, with the weight of `weight` answers in each state: for a kind
  /// of list that has few answers of its own yet.
  explicit KeepEstimate(const KeepEstimate& general, double weight = 4);
  KeepEstimate& operator=(const KeepEstimate&) = default;

  /// For one of `things`, of which at least one must stay: no less than 1 in so many. Where there
  /// are few the bound is .005, which many lists of one symbol would pass else; at most .97. Before
  /// there are answers a few of a long list are taken to stay.
  double probability(bool after_kept, std::size_t things = 0) const;
  void note_kept(bool after_kept) { ++counts_[after_kept].kept; }
  /// Neighbours dropped together: only the rightmost of them has `after_kept` for its neighbour.
  void note_dropped(bool after_kept, std::size_t count);

 private:
  struct Counts {
    double prior,
        weight;  ///< the chance before there are answers, and of how many it has the weight
    double kept = 0, dropped = 0;
  };
  Counts counts_[2] = {{0.03, 10}, {0.5, 2}};
};

/// For tree walks.
struct MgbsOptions {
  /// Called for each thing as soon as it is known to stay. A walk then reduces the thing's own
  /// parts, and `list.render` uses their new state from then on.
  std::function<void(std::uint32_t thing)> visit = {};
  /// The odds that all things before one that stays can go; tried if that is likely to save tests.
  /// Null: never tried.
  Odds* all_before = nullptr;
  /// Of the things before one that stays, those that nothing seems to need. They are tried
  /// together, before `visit`, if that is likely to save tests. Null: never tried.
  std::function<Kept(std::span<const std::uint32_t> before)> not_needed = {};
  Odds* without_not_needed = nullptr;  ///< with `not_needed`
  /// Called when a thing is known to stay; may all before it stay undecided? Null: never.
  std::function<bool()> enough = {};
};

/// One pass from the end to the front. Updates `estimate`.
Kept mgbs(Session& session, const RemovableList& list, KeepEstimate& estimate,
          const MgbsOptions& options = {});

}  // namespace grabr
