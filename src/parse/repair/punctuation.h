// What brackets and divides the texts of a grammar: brackets ( ), [ ], { } and the terminals that
// separate or end parts. A guide for repairs of texts that do not parse (parse/repair/repair.h), no more.
#pragma once

#include <span>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

inline constexpr LoweredId kNoTerminal = ~LoweredId{0};

class Punctuation {
 public:
  Punctuation(const Grammar& grammar, const Lowered& lowered);

  /// The other one of a pair; kNoTerminal when the terminal is no such bracket.
  LoweredId closer_of(LoweredId opener) const;
  LoweredId opener_of(LoweredId closer) const;

  /// Literals that stand last in a part, or between it and its like; the most used first, at most
  /// eight: ';' and ',' of C. Of classic grammars single bytes, no letters or digits.
  std::span<const LoweredId> delimiters() const { return delimiters_; }
  bool delimits(LoweredId terminal) const;

  /// Nonterminals with an alternative that begins with this opener and ends with its closer.
  std::vector<SymbolId> bracketed_by(LoweredId opener) const;

 private:
  struct Pair {
    LoweredId opener, closer;
  };

  const Lowered& lowered_;
  std::vector<Pair> pairs_;
  std::vector<LoweredId> delimiters_;

  void find_pairs(const Grammar& grammar);
  void find_delimiters(const Grammar& grammar);
};

}  // namespace grabr
