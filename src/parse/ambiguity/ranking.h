// Orders all derivations of a part and finds any of them by number.
//
// The order extends the documented choice (parse/earley/choice.h) to a total one, top-down: first
// by rule, as the choice ranks rules; then by the ends of the rule's parts, longest first part
// first, then longest second; then by the parts' own derivations, those of the last part varying
// fastest. If a symbol can derive itself, the least height comes before the longest part. A
// derivation is found from its number top-down, using the counts of those skipped, so all take
// equally long. Tested by tests/parse/ambiguity_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/ambiguity/counts.h"
#include "parse/earley/choice.h"

namespace grabr {

class Ranking {
 public:
  Ranking(Forest& forest, Counts& counts)
      : grammar_(forest.grammar()), chooser_(forest), counts_(counts) {}

  /// The first step of derivation number `part.number` (from 0, less than the part's count).
  Step step(const Part& part);
  /// The part's first steps, at most `limit`, each with the first derivation of its parts. Steps
  /// differ in their rule or in where the rule's parts end. Counts nothing outside cycles.
  std::vector<Step> first_steps(const Part& part, std::size_t limit);

 private:
  const LoweredGrammar& grammar_;
  Chooser chooser_;
  Counts& counts_;

  Step split(const Part& part, Splits& way, std::uint64_t number);
  Step step_inside(const Part& part, std::uint32_t rule, const std::vector<std::uint32_t>& ends);
};

}  // namespace grabr
