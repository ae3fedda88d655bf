// All derivations of a part in a fixed order, and any one of them by its number.
//
// The order is the documented choice (parse/earley/choice.h) made total, from the top down: first by the
// rule, as the choice ranks rules; then by the ends of the rule's parts, the longest first part
// first, then the longest second; then by the parts' own derivations, those of the last part
// changing fastest. Where a symbol can derive itself, splits in which a part of the same cycle is
// the whole span again come after all others, by that part's height and from the left.
// A derivation is found by its number by going down from the top with the counts of what is passed
// over, so any of them takes no longer than the first.
// Tested by tests/parse/ambiguity_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "parse/ambiguity/counts.h"
#include "parse/earley/cycle_heights.h"

namespace grabr {

class Ranking {
 public:
  Ranking(Forest& forest, Counts& counts) : forest_(forest), counts_(counts) {}

  /// The step by which derivation number `part.number` (from 0, less than the part's count) begins.
  Step step(const Part& part);
  /// The first steps of the part, at most so many, each with the first derivation of its parts.
  /// Steps differ by their rule or by where the rule's parts end. Counts nothing outside cycles.
  std::vector<Step> first_steps(const Part& part, std::size_t limit);

 private:
  struct Order {
    std::vector<std::uint32_t> rules;
    std::optional<CycleHeights> heights;  ///< where the symbol can derive itself
  };

  Forest& forest_;
  Counts& counts_;

  const Lowered& grammar() const { return forest_.grammar(); }
  Order order(const Part& part);
  Step split(const Part& part, std::uint32_t rule, Order& order, std::uint64_t number);
  Step base_split(const Part& part, std::uint32_t rule, bool in_cycle, std::uint64_t number);
  Step number_parts(const Part& part, Step step, std::uint64_t number);
  Step first_of(const Part& part, std::uint32_t rule, const std::vector<std::uint32_t>& ends);
};

}  // namespace grabr
