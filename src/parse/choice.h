// Which derivation of an ambiguous span becomes the tree.
//
// The documented rule, for each symbol over each span: the higher priority; then the earlier
// alternative; then the longest first part, the longest second part, and so on. Where a symbol can
// derive itself (A ⇒+ A), the derivations of least height come before all that: no cyclic derivation
// is ever built. The choice depends on the grammar and the text alone, not on the order in which a
// parser finds things.
//
// The book's rule, for the strategies that must repeat the fuzzingbook step by step: parts are chosen
// from the last to the first, each the first completed item in the order of the chart. A symbol that
// can derive itself is left to the documented rule: the book's parser does not end on a text that
// uses one, so there is no choice of its to follow.
// Tested by tests/parse/choice_test.cc and, against brute force, brute_force_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "parse/forest.h"
#include "parse/parser.h"

namespace grabr {

/// A symbol over a span of tokens; `rule` is set where the book's rule has chosen it already.
struct Part {
  LoweredId symbol = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::optional<std::uint32_t> rule;
};

/// The derivation step chosen for a part: its rule and the parts of that rule.
struct Step {
  std::uint32_t rule = 0;
  std::vector<Part> parts;
};

class Chooser {
 public:
  Chooser(Forest& forest, ParseOptions::Choice choice);
  Step choose(const Part& part);

 private:
  Forest& forest_;
  const Lowered& grammar_;
  bool book_;

  Step choose_by_rule(const Part& part);
  Step choose_in_cycle(const Part& part);
  Step choose_as_book(const Part& part);
  Step make_step(std::uint32_t rule, std::uint32_t begin, const std::vector<std::uint32_t>& ends);
};

}  // namespace grabr
