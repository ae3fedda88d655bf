// Markov generalised binary splitting: the list minimiser of the default strategy, and an estimate
// that several lists can share.
#pragma once

#include <cstddef>
#include <functional>

#include "reduce/minimizer/minimize.h"

namespace grabr {

/// Estimates the probability of success of a kind of attempt. The prior is `worked` successes in
/// `tries` attempts.
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

/// Estimates the probability that a thing must stay, given whether its right neighbour stayed (a
/// Markov chain): things that stay are often neighbours.
class KeepEstimate {
 public:
  /// The probability for one of `things`, at least one of which must stay. The minimum is 1 /
  /// things for long lists and .005 for others, since many short lists may go whole; the maximum is
  /// .97. Without answers it assumes that a few things of a long list must stay, however long it
  /// is.
  double probability(bool after_kept, std::size_t things = 0) const;
  void note_kept(bool after_kept) { ++counts_[after_kept].kept; }
  /// Notes that `count` neighbours were dropped together; `after_kept` tells whether the thing to
  /// the right of them stayed.
  void note_dropped(bool after_kept, std::size_t count);

 private:
  struct Counts {
    double prior;   ///< the probability before there are answers
    double weight;  ///< the prior counts as this many answers
    double kept = 0, dropped = 0;
  };
  Counts counts_[2] = {{0.03, 10}, {0.5, 2}};
};

/// For tree walks.
struct MgbsOptions {
  /// Called for each thing as soon as it is known to stay. A walk then reduces the thing's own
  /// parts, and `list.render` uses their new state from then on.
  std::function<void(std::uint32_t thing)> visit = {};
  /// The odds that all things before one that stays can go. That is tried if it is expected to save
  /// tests. Null: never tried.
  Odds* all_before = nullptr;
  /// Chooses, among the things before one that stays, those that nothing seems to need. Their
  /// removal is tried together, before `visit`, if that is expected to save tests. Null: never
  /// tried.
  std::function<Kept(std::span<const std::uint32_t> before)> not_needed = {};
  Odds* without_not_needed = nullptr;  ///< the odds that this works; set with `not_needed`
  /// Called when a thing is known to stay. If it returns true, the pass ends and all things before
  /// it are kept.
  std::function<bool()> enough = {};
};

/// One pass from the end to the front. Updates `estimate`.
Kept mgbs(Session& session, const RemovableList& list, KeepEstimate& estimate,
          const MgbsOptions& options = {});

}  // namespace grabr
