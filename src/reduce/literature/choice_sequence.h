// Derivations as sequences of choices: one number for each decision, in pre-order; 0 is the
// simplest.
//
//   stmt: NAME '=' expr ';' | 'return' expr? ';' ;     expr: expr '+' NUMBER | NUMBER ;
//
//   return 7 + 0 ;     0     the second alternative, the one with the cheapest sentence
//                      1     with an expression
//                      1 0   a sum, of a NUMBER
//                      1     its text is 7: of the texts 0 (simplest), 7
//                      0
//
//   alternatives, parts of a choice   rank of the one taken, cheapest first; no number if only one
//   optional parts                    1 or 0
//   lists                             1 before each element, 0 at the end; if one must stay, the
//                                     first is read as 1 whatever it is
//   patterns                          rank of the text among the simplest and those of the input
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "reduce/literature/minimal_yield.h"
#include "tree/tree.h"

namespace grabr {

using ChoiceValues = std::vector<std::uint32_t>;

/// Shorter, or as long and smaller at the first difference.
bool shortlex_less(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

/// The numbers from which one piece of the grammar was derived.
struct ChoiceSpan {
  enum class Kind : std::uint8_t {
    kRule,
    kChoice,
    kOptional,
    kList,
    kElement,  ///< a list element: its number 1, the separator before it, and the element
    kToken,    ///< one number, for a text
  };
  Kind kind = Kind::kRule;
  std::uint32_t part = 0;   ///< pieces of the grammar with equal numbers may replace each other
  std::uint32_t begin = 0;  ///< indices into the values
  std::uint32_t end = 0;
  std::uint32_t nesting = 0;  ///< the number of elements and optional parts around it
};

/// The derivation of a sequence.
struct DecodedChoices {
  ChoiceValues values;            ///< the numbers that were used, reduced to their range
  std::vector<ChoiceSpan> spans;  ///< in pre-order; none is empty
  std::vector<YieldToken> tokens;
};

struct DecodeLimits {
  std::size_t values = 0;  ///< a sequence is continued by zeros, up to this many numbers in all
  std::size_t tokens = 0;
};

class ChoiceCoder {
 public:
  /// The tree's tokens provide the texts of patterns.
  ChoiceCoder(const Tree& tree, const Analysis& analysis);

  /// The sequence of the tree; nothing if the tree does not follow the rules exactly.
  std::optional<ChoiceValues> encode(const Tree& tree) const;
  /// The derivation of the sequence. Numbers are taken modulo the number of choices; extra numbers
  /// are ignored. Nothing if a limit is reached.
  std::optional<DecodedChoices> decode(std::span<const std::uint32_t> values,
                                       const DecodeLimits& limits) const;
  /// The same for one piece of the grammar: that of a span that is not an element.
  std::optional<DecodedChoices> decode_part(std::uint32_t part,
                                            std::span<const std::uint32_t> values,
                                            const DecodeLimits& limits) const;

 private:
  class Decoder;
  class Encoder;

  void number(const Expr& expr);
  std::uint32_t part_of(const Expr& expr) const;

  const Grammar& grammar_;
  MinimalYield yield_;
  std::vector<Expr> symbols_;                               // each symbol as an expression
  std::vector<const Expr*> parts_;                          // by part
  std::unordered_map<const Expr*, std::uint32_t> numbers_;  // of the parts that are not symbols
  std::vector<std::vector<std::uint32_t>> orders_;          // by part: alternatives, simplest first
  std::vector<std::vector<std::string>> texts_;             // by terminal
};

}  // namespace grabr
