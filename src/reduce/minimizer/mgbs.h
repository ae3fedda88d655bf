// Markov generalised binary splitting: the list minimiser of the default strategy, and the estimate
// that several lists can share.
#pragma once

#include <cstddef>
#include <functional>

#include "reduce/minimizer/minimize.h"

namespace grabr {

/// How likely something works, from how often it has; what is guessed before counts as `worked` of
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

/// How likely a thing must stay, learnt from answers, by what became of its right neighbour: kept
/// things stand together.
class KeepEstimate {
 public:
  KeepEstimate() = default;
  /// Starts as `general` has it now, with the weight of `weight` answers in each state: for a kind
  /// of list that has few answers of its own yet.
  explicit KeepEstimate(const KeepEstimate& general, double weight = 4);
  KeepEstimate& operator=(const KeepEstimate&) = default;

  /// For one of `things`, of which at least one must stay: no less than 1 in so many. Where there
  /// are few the bound is .005, which many lists of one symbol would pass else; at most .97.
  double probability(bool after_kept, std::size_t things = 0) const;
  void note_kept(bool after_kept) { ++counts_[after_kept].kept; }
  /// Neighbours dropped together: only the rightmost of them has `after_kept` for its neighbour.
  void note_dropped(bool after_kept, std::size_t count);

 private:
  struct Counts {
    double kept, dropped;
  };
  Counts counts_[2] = {{0.3, 9.7}, {1, 1}};
};

/// For tree walks.
struct MgbsOptions {
  /// Called for each thing as soon as it is known to stay: a walk reduces the thing's own parts
  /// then, and `list.render` shows their new state from there on.
  std::function<void(std::uint32_t thing)> visit = {};
  /// That all things before one that stays may go, asked where that is likely to save questions;
  /// null: never asked.
  Odds* all_before = nullptr;
  /// Of the things before one that stays those that nothing seems to need: they are asked for
  /// together, before `visit`, where that is likely to save questions. Null: never asked.
  std::function<Kept(std::span<const std::uint32_t> before)> not_needed = {};
  Odds* without_not_needed = nullptr;  ///< with `not_needed`
  /// Asked when a thing is known to stay: whether all before it may stay undecided. Null: never.
  std::function<bool()> enough = {};
};

/// One pass from the end to the front. Learns into `estimate`.
Kept mgbs(Session& session, const RemovableList& list, KeepEstimate& estimate,
          const MgbsOptions& options = {});

}  // namespace grabr
