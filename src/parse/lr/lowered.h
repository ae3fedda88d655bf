// EBNF rules lowered to plain context-free rules, each with what is needed to rebuild the tree that
// the user knows: lists as lists, optional parts as optional parts.
//
//   block: '{' statement* '}' ;      block  → '{' S '}'
//                                    S      → ε | L            (a list that may be absent)
//                                    L      → statement | L statement
//
// Every helper has a role that says which node it becomes. Alternatives of one user rule keep their
// order, so "the earlier alternative" means the same before and after.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// Symbols of the lowered grammar: the grammar's own (same ids), then helpers, then for classic
/// grammars one terminal for each byte.
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
  bool separated = false;         ///< kList, kStar
  std::uint8_t min = 0;           ///< kList, kStar: elements that must stay
  bool nullable = false;
  SymbolId user = kNoSymbol;      ///< kRule, kTerminal: itself; else the part's symbol, if single
  std::uint32_t first_rule = 0;   ///< rules of one symbol are consecutive
  std::uint32_t rule_count = 0;
  /// Symbols that derive themselves through unit steps share a number; ~0 for all others.
  static constexpr std::uint32_t kNoCycle = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t cycle = kNoCycle;
};

struct LoweredRule {
  LoweredId lhs = 0;
  std::uint32_t alternative = 0;  ///< of the user's rule or group
  int priority = 0;
  std::uint32_t first_dot = 0;    ///< dotted rules of one rule are consecutive, dot 0 first
  std::uint32_t size = 0;         ///< symbols on the right-hand side
};

struct Lowered {
  std::vector<LoweredSymbol> symbols;
  std::vector<LoweredRule> rules;
  std::vector<LoweredId> after_dot;      ///< by dotted rule: the next symbol, kEnd behind the last
  std::vector<std::uint32_t> rule_at;    ///< by dotted rule: its rule
  LoweredId first_byte = 0;              ///< classic: the terminal of byte b is first_byte + b

  static constexpr LoweredId kEnd = ~LoweredId{0};

  std::span<const LoweredId> rhs(std::uint32_t rule) const {
    return {after_dot.data() + rules[rule].first_dot, rules[rule].size};
  }
  bool terminal(LoweredId symbol) const { return symbols[symbol].role == Role::kTerminal; }
};

Lowered lower(const Grammar& grammar);

/// What `symbol` is for the user: itself, or for a helper the user's symbols that it may begin
/// with.
std::vector<SymbolId> user_symbols(const Lowered& grammar, LoweredId symbol);

}  // namespace grabr
