// Chooses one subtree for each part of an expansion so that the whole is small enough. Enumerates
// the combinations for GRABR's alternate expansions lazily, in the book's order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace grabr {

using Total = std::uint32_t;

/// For each part of an expansion, the sizes of the subtrees that may be used there, in order.
using PartSizes = std::vector<std::vector<Total>>;
/// For each part, the number of the subtree chosen.
using Combination = std::vector<std::uint32_t>;

/// The first combination in lexicographic order whose sizes add up to at most `limit`.
std::optional<Combination> first_combination(const PartSizes& sizes, Total limit);

/// All combinations of one expansion with a given total, in lexicographic order.
class ExactCombinations {
 public:
  ExactCombinations(PartSizes sizes, Total limit);

  /// The totals up to the limit that some combination has, ascending.
  const std::vector<Total>& totals() const { return reachable_.front(); }
  /// The first combination of that total, which must be among `totals`.
  Combination first(Total total) const;
  /// Replaces a combination by the next one of the same total; false if there is none.
  bool advance(Combination& combination) const;

 private:
  bool reaches(std::size_t part, Total total) const;
  /// Fills the parts from `part` on with the first combination of that total.
  void fill(Combination& combination, std::size_t part, Total total) const;

  PartSizes sizes_;
  std::vector<std::vector<Total>> reachable_;  // by part: totals of it and all later parts
};

}  // namespace grabr
