// Chooses which derivation of an ambiguous span becomes the tree.
//
// The documented rule, for each symbol over each span: higher priority; then earlier alternative;
// then longest first part, longest second part, and so on. If a symbol can derive itself (A ⇒+ A),
// derivations of least height come before all that, so a cyclic derivation is never built. The
// choice depends only on the grammar and the text, not on the order in which a parser finds things.
// (parse/ambiguity/ranking.h has all other derivations.)
//
// The fuzzingbook's choice, for strategies that must reproduce the book step by step: parts are
// chosen from last to first, each the one that was completed first. A symbol that can derive itself
// is left to the documented rule: the book's parser does not terminate on a text that uses one, so
// it has no choice to follow.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "parse/earley/forest.h"
#include "parse/parse_options.h"

namespace grabr {

/// A symbol over a span of positions, plus data for its chooser.
struct Part {
  LoweredId symbol = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t number = 0;  ///< number of its derivation; 0: the documented choice
  /// The set of enclosing symbols over the same span.
  std::uint32_t inside = 0;
};

/// The derivation step chosen for a part: a rule and the rule's parts.
struct Step {
  std::uint32_t rule = 0;
  std::vector<Part> parts;
};

using Choose = std::function<Step(const Part&)>;

/// The whole input as a part with the start symbol.
Part whole_input(const Chart& chart);
Step make_step(const LoweredGrammar& grammar, std::uint32_t rule, std::uint32_t begin,
               const std::vector<std::uint32_t>& ends);

class Chooser {
 public:
  explicit Chooser(Forest& forest) : forest_(forest), grammar_(forest.grammar()) {}

  Step choose(const Part& part, ParseOptions::Choice choice);
  /// The ways to derive a part by one rule each, as the documented rule orders rules and splits.
  std::vector<Splits> ways(const Part& part);

 private:
  Forest& forest_;
  const LoweredGrammar& grammar_;

  /// By symbol: least height of a derivation over a span, counting the steps inside a cycle.
  using Heights = std::map<LoweredId, std::uint32_t>;

  Step choose_as_book(const Part& part);
  Heights heights(std::uint32_t cycle, std::uint32_t begin, std::uint32_t end);
  void order(Splits& splits, const Heights& heights, std::uint32_t begin, std::uint32_t end) const;
};

}  // namespace grabr
