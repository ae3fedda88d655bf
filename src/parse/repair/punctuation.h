// Finds the brackets ( ), [ ], { } of a grammar, also ones such as (?: … ), with layout the changes
// of indentation, and the delimiters that separate or end parts. Only a guide for repairing texts
// that do not parse (parse/repair/repair.h).
#pragma once

#include <span>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/repair/shortest_ends.h"

namespace grabr {

inline constexpr LoweredId kNoTerminal = ~LoweredId{0};

class Punctuation {
 public:
  Punctuation(const Grammar& grammar, const LoweredGrammar& lowered);

  /// The terminal that closes this bracket; kNoTerminal if it is not an opener.
  LoweredId closer_of(LoweredId opener) const;
  bool closes(LoweredId terminal) const;

  /// Literals that end a part, or separate it from the next, the eight most used: ';' and ',' in C.
  /// For classic grammars single bytes except letters and digits.
  bool delimits(LoweredId terminal) const;

  /// Is it a terminal that both begins and ends an alternative, such as the sign around formulas?
  bool quotes(LoweredId terminal) const;

  const ShortestEnds& ends() const { return ends_; }

  /// Nonterminals with an alternative that begins with this opener and ends with its closer.
  std::vector<SymbolId> bracketed_by(LoweredId opener) const;

 private:
  struct Pair {
    LoweredId opener, closer;
  };

  const LoweredGrammar& lowered_;
  ShortestEnds ends_;
  std::vector<Pair> pairs_;
  std::vector<LoweredId> delimiters_, quotes_;

  bool is_bracket(LoweredId terminal) const {
    return closes(terminal) || closer_of(terminal) != kNoTerminal;
  }
  void find_pairs(const Grammar& grammar);
  void add_opener(const Grammar& grammar, char bracket, std::span<const LoweredId> parts,
                  LoweredId closer);
  std::vector<LoweredId> choices(LoweredId symbol) const;
  void find_delimiters(const Grammar& grammar);
  void find_quotes();
};

}  // namespace grabr
