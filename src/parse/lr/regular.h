// Finds the symbols of a lowered grammar that are plainly regular, so that a finite automaton can
// read them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "grammar/analyse/digraph.h"
#include "parse/lr/lowered.h"

namespace grabr {

/// A symbol is plainly regular if all symbols it uses are, and if it and the symbols it is mutually
/// recursive with recur only at the right ends of rules, or only at the left ends.
class RegularSymbols {
 public:
  enum class Shape : std::uint8_t { kIrregular, kNotRecursive, kRightLinear, kLeftLinear };

  struct Properties {
    Shape shape = Shape::kIrregular;
    std::uint32_t states = 0;         ///< of an automaton for it
    std::uint32_t longest = 0;        ///< of its longest text, in bytes; kMany: has a loop
    std::uint32_t longest_round = 0;  ///< of all loops: the most bytes that one round adds
  };
  /// Larger numbers are capped here.
  static constexpr std::uint32_t kMany = 1u << 20;

  /// The grammar must be a lowered classic one, not tokenised.
  explicit RegularSymbols(const LoweredGrammar& grammar);

  const Properties& operator[](LoweredId symbol) const { return properties_[symbol]; }
  /// Symbols mutually recursive with this one, including itself.
  std::span<const LoweredId> loop(LoweredId symbol) const {
    return components_.members(components_.of(symbol));
  }
  bool in_one_loop(LoweredId a, LoweredId b) const {
    return components_.of(a) == components_.of(b);
  }
  /// Symbols that use others have a higher level than those, unless they are in the same loop.
  std::uint32_t level(LoweredId symbol) const { return components_.of(symbol); }
  const LoweredGrammar& grammar() const { return *grammar_; }

 private:
  const LoweredGrammar* grammar_;
  Components components_;
  std::vector<Properties> properties_;  // by symbol

  Properties of_component(std::span<const LoweredId> members) const;
  void add_rule(std::uint32_t rule, Properties& result) const;
  Shape shape_of(std::span<const LoweredId> members) const;
};

/// The rules of a symbol as a range of numbers.
struct RuleRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};
inline RuleRange rules_of(const LoweredGrammar& grammar, LoweredId symbol) {
  const LoweredSymbol& lhs = grammar.symbols[symbol];
  return {lhs.first_rule, lhs.first_rule + lhs.rule_count};
}

}  // namespace grabr
