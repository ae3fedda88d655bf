// Alternate expansions: other ways to make a symbol out of what stands below one of its nodes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reduce/core/combinations.h"
#include "reduce/literature/unfolding.h"

namespace grabr {

/// Where GRABR looks for parts, and how many of their combinations it tries.
struct SearchOptions {
  /// -1: at any depth below the node; else exactly that many levels.
  int depth = -1;
  bool all_combinations = false;  ///< of each expansion; else the first that is smaller
};

/// The trees of symbol `name` whose children are subtrees of the node at `place` and which have
/// fewer nodes than it, as the places of their children; by number of nodes, then by expansion,
/// then in the order of the subtrees. Duplicates are not removed. Nothing is built before it is
/// asked for.
class Alternates {
 public:
  /// `unfolding` must outlive this.
  Alternates(const Unfolding& unfolding, const BookGrammar& grammar, PlaceId place, BookName name,
             SearchOptions options);

  std::optional<std::vector<PlaceId>> next();

 private:
  /// One expansion and what could fill it.
  struct Filling {
    std::vector<std::span<const PlaceId>> choices;  // by part
    Combination current;
    std::optional<ExactCombinations> all;
  };
  std::optional<Filling> filling(const Unfolding& unfolding, PlaceId place,
                                 const BookGrammar::Expansion& expansion, int depth) const;
  void keep_first(const Unfolding& unfolding, Total limit);
  void keep_all(const Unfolding& unfolding, Total limit);
  std::optional<std::vector<PlaceId>> next_of_all();

  std::vector<Filling> fillings_;
  std::size_t at_ = 0;         // into fillings_
  std::vector<Total> totals_;  // all combinations: the totals that occur, ascending
  std::size_t total_at_ = 0;   // into totals_
  bool started_ = false;       // all combinations: fillings_[at_].current has been given out
};

}  // namespace grabr
