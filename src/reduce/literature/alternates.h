// Alternate expansions: other trees of a symbol, made of subtrees below one of its nodes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reduce/core/combinations.h"
#include "reduce/literature/unfolding.h"

namespace grabr {

/// Tells where GRABR looks for parts, and how many combinations of them it tries.
struct SearchOptions {
  /// The levels below the node at which parts are found; -1 for any depth.
  int depth = -1;
  bool all_combinations = false;  ///< of each expansion; if false, only the first that is smaller
};

/// The trees of symbol `name` whose children are subtrees of the node at `place` and which have
/// fewer nodes than that node. Each is given by the places of its children. They are ordered by
/// number of nodes, then by expansion, then by the order of the subtrees; duplicates are not
/// removed. They are made on demand.
class Alternates {
 public:
  /// `unfolding` must outlive this.
  Alternates(const Unfolding& unfolding, const BookGrammar& grammar, PlaceId place, BookName name,
             SearchOptions options);

  std::optional<std::vector<PlaceId>> next();

 private:
  /// One expansion and the subtrees that can fill its parts.
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
  std::vector<Total> totals_;  // with all combinations: their totals, ascending
  std::size_t total_at_ = 0;   // into totals_
  bool started_ = false;       // with all combinations: fillings_[at_].current was returned
};

}  // namespace grabr
