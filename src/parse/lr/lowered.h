// Lowers EBNF rules to plain context-free rules, keeping what is needed to rebuild the user's tree:
// lists as lists, optional parts as optional parts.
//
//   block: '{' statement* '}' ;      block  → '{' S '}'
//                                    S      → ε | L            (a list that may be absent)
//                                    L      → statement | L statement
//
// Every helper has a role that says which node it becomes. Alternatives of a user rule keep their
// order, so "the earlier alternative" means the same before and after.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// Symbols of the lowered grammar: the grammar's own (same ids), then helpers, then, for classic
/// grammars, one terminal per byte.
using LoweredId = std::uint32_t;

enum class Role : std::uint8_t {
  kTerminal,
  kRule,      ///< the user's nonterminal
  kGroup,     ///< a parenthesised part; alternatives as in the grammar
  kOptional,  ///< ε | part
  kStar,      ///< ε | list
  kList,      ///< part | list part, or list separator part
};

struct LoweredSymbol {
  Role role = Role::kTerminal;
  bool separated = false;  ///< kList, kStar
  std::uint8_t min = 0;    ///< kList, kStar: minimum number of elements
  bool nullable = false;
  SymbolId user = kNoSymbol;     ///< kRule, kTerminal: itself; helper: that of its only part
  std::uint32_t first_rule = 0;  ///< rules of one symbol are consecutive
  std::uint32_t rule_count = 0;
  /// Symbols that derive themselves through unit steps share a number; all others have ~0.
  static constexpr std::uint32_t kNoCycle = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t cycle = kNoCycle;
};

struct LoweredRule {
  LoweredId lhs = 0;
  std::uint32_t alternative = 0;  ///< alternative of the user's rule or group
  int priority = 0;
  std::uint32_t first_dot = 0;  ///< dotted rules of one rule are consecutive, dot 0 first
  std::uint32_t size = 0;       ///< symbols on the right-hand side
};

struct LoweredGrammar {
  std::vector<LoweredSymbol> symbols;
  std::vector<LoweredRule> rules;
  std::vector<LoweredId> after_dot;    ///< by dotted rule: the next symbol, kEnd after the last
  std::vector<std::uint32_t> rule_at;  ///< by dotted rule: its rule
  LoweredId first_byte = 0;            ///< classic: the terminal of byte b is first_byte + b

  static constexpr LoweredId kEnd = ~LoweredId{0};

  std::span<const LoweredId> rhs(std::uint32_t rule) const {
    return {after_dot.data() + rules[rule].first_dot, rules[rule].size};
  }
  /// The dotted rule with the dot after its last symbol.
  std::uint32_t end_of(std::uint32_t rule) const {
    return rules[rule].first_dot + rules[rule].size;
  }
  /// The symbol after the dot, and the following ones as long as all before them may be empty.
  std::span<const LoweredId> may_come_first(std::uint32_t dotted) const {
    std::uint32_t end = dotted;
    while (after_dot[end] != kEnd && symbols[after_dot[end]].nullable) ++end;
    return {after_dot.data() + dotted, end - dotted + (after_dot[end] != kEnd ? 1u : 0u)};
  }
  bool terminal(LoweredId symbol) const { return symbols[symbol].role == Role::kTerminal; }
};

LoweredGrammar lower(const Grammar& grammar);

/// The user's symbols for `symbol`: itself, or for a helper the user's symbols it may begin with.
std::vector<SymbolId> user_symbols(const LoweredGrammar& grammar, LoweredId symbol);

}  // namespace grabr
