// Chooses which derivation of an ambiguous span becomes the tree.
//
// The documented rule, for each symbol over each span: higher priority; then earlier alternative;
// then longest first part, longest second part, and so on. If a symbol can derive itself (A ⇒+ A),
// derivations of least height come before all that, so a cyclic derivation is never built. The
// choice depends only on the grammar and the text, not on the order in which a parser finds things.
// (parse/earley/book_choice.h has the fuzzingbook's choice, parse/ambiguity/ranking.h all other
// derivations.) Tested by tests/parse/choice_test.cc and, against brute force, brute_force_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "parse/earley/forest.h"
#include "parse/lr/lowered.h"

namespace grabr {

/// Heights of derivations over one span where symbols derive themselves (A ⇒+ A): choosing by least
/// height terminates. Heights count the steps inside the cycle of symbols.
class CycleHeights {
 public:
  static constexpr std::uint32_t kInfinite = ~std::uint32_t{0};

  CycleHeights(Forest& forest, std::uint32_t cycle, std::uint32_t begin, std::uint32_t end);

  /// Least height of a derivation of the span by `rule`, which must derive it.
  std::uint32_t of_rule(std::uint32_t rule);
  /// The first split in which no part of the same cycle covers the whole span again.
  std::optional<std::vector<std::uint32_t>> base_split(std::uint32_t rule);
  /// Parts of the same cycle that may cover the whole span, all others being empty: by height, then
  /// left to right. Only for non-empty spans, where one part at a time can do so.
  std::vector<std::uint32_t> whole_parts(std::uint32_t rule);
  /// The split in which `part` covers the whole span.
  std::vector<std::uint32_t> whole_split(std::uint32_t rule, std::uint32_t part) const;

 private:
  Forest& forest_;
  const LoweredGrammar& grammar_;
  std::uint32_t cycle_, begin_, end_;
  std::map<LoweredId, std::uint32_t> height_;

  bool in_cycle(LoweredId symbol) const { return grammar_.symbols[symbol].cycle == cycle_; }
  std::uint32_t height_of_empty(std::uint32_t rule);
};

/// A symbol over a span of positions, plus data for its chooser.
struct Part {
  LoweredId symbol = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::optional<std::uint32_t> rule;  ///< set if the book's choice has already chosen it
  std::uint64_t number = 0;           ///< number of its derivation; 0: the documented choice
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
Part whole_input(const Completions& completions);
Step make_step(const LoweredGrammar& grammar, std::uint32_t rule, std::uint32_t begin,
               const std::vector<std::uint32_t>& ends);

/// Chooses by the documented rule.
class Chooser {
 public:
  explicit Chooser(Forest& forest) : forest_(forest), grammar_(forest.grammar()) {}
  Step choose(const Part& part);

 private:
  Forest& forest_;
  const LoweredGrammar& grammar_;

  Step choose_in_cycle(const Part& part);
};

/// How a symbol derives the empty string, which depends on the grammar alone.
class EmptyDerivations {
 public:
  explicit EmptyDerivations(const LoweredGrammar& grammar) : grammar_(grammar) {}

  /// The lowered rule by which the symbol, which must be nullable, derives the empty string in the
  /// documented choice. All its parts are empty, too.
  std::uint32_t rule(LoweredId symbol);

 private:
  const LoweredGrammar& grammar_;
  std::unordered_map<LoweredId, std::uint32_t> rules_;
};

}  // namespace grabr
