// Displays rules of the lowered grammar in terms of the user's grammar: helpers as the EBNF they
// came from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/model/grammar.h"
#include "parse/lr/epsilon_free.h"
#include "parse/lr/lowered.h"

namespace grabr {

class RuleDisplay {
 public:
  /// Both must outlive this.
  RuleDisplay(const Grammar& grammar, const LoweredGrammar& lowered);

  /// `statement`, `'+'`, `statement*`, `(expression % ',')?`; long ones are cut with `…`.
  std::string symbol(LoweredId id) const;
  std::string terminal(const EpsilonFreeGrammar& epsilon_free, EpsilonFreeId id) const;
  /// Appends the byte of a classic grammar's terminal; returns false for any other symbol.
  bool literal(LoweredId id, std::string& bytes) const;
  /// `block ::= '{' statement* • '}'`, `(a | b) ::= a •  (of block)`: the dot is before the next
  /// symbol of the epsilon-free rule, so nullable parts that are left out come before the dot.
  std::string dotted(const EpsilonFreeGrammar& epsilon_free, std::uint32_t rule,
                     std::uint32_t dot) const;

 private:
  struct Text;

  Text text(LoweredId id, int depth) const;
  std::string row(std::uint32_t rule, int depth) const;
  std::string parts(std::uint32_t rule, std::uint32_t from, std::uint32_t to, int depth) const;
  void find_owners();
  std::string choice(LoweredId group, int depth) const;

  const Grammar& grammar_;
  const LoweredGrammar& lowered_;
  std::vector<LoweredId> owner_;  // by helper: the user's rule that contains it
};

}  // namespace grabr
