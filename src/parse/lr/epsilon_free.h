// Removes empty rules from the lowered grammar, for the LR automaton.
//
//   block → '{' S '}'          block → '{' '}'  |  '{' L '}'
//   S     → ε | L        ⇒     L     → statement  |  L statement
//   L     → statement | L statement
//
// Every rule is written out with and without each of its nullable parts; an optional part is
// replaced by its contents. An empty part of a rule derives the empty string in only one way,
// whatever the context, so it is looked up when the tree is built. A rule with more than six such
// parts is split: a tail symbol derives the rest, so that the grammar grows linearly.
//
// Without empty rules every edge of a graph-structured stack leads to an earlier place, and far
// fewer states conflict. Tested by tests/parse/epsilon_free_test.cc and, through the parser, by
// tests/agreement.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

/// Symbols of the epsilon-free grammar: terminals (number 0 is the end of the input), then
/// nonterminals.
using EpsilonFreeId = std::uint32_t;

inline constexpr EpsilonFreeId kEndOfInput = 0;

struct EpsilonFreeRule {
  EpsilonFreeId lhs = 0;
  std::uint32_t first = 0;  ///< into EpsilonFreeGrammar::symbols_of_rules
  std::uint32_t size = 0;   ///< symbols on the right-hand side; never 0
  /// The lowered rule of which this is a form. Each slot is a part of the lowered rule, from
  /// `first_part` on; the last slot is the tail if the rule has one.
  std::uint32_t source = 0;
  std::uint32_t first_part = 0;
  std::uint32_t first_slot = 0;  ///< into EpsilonFreeGrammar::slots
  std::uint32_t slot_count = 0;
  bool has_tail = false;
  /// Preference among the rules of one symbol: priority, then order in the grammar. Forms of one
  /// lowered rule have the same rank.
  std::uint32_t rank = 0;
  /// For a unit rule inside a cycle: the number of steps of the lowered grammar it replaces.
  std::uint32_t steps = 1;
};

struct EpsilonFreeGrammar {
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kNoCycle = std::numeric_limits<std::uint32_t>::max();

  const LoweredGrammar* lowered = nullptr;
  std::uint32_t terminal_count = 1;
  std::uint32_t symbol_count = 1;
  std::vector<EpsilonFreeRule> rules;  ///< rules of one symbol are consecutive
  std::vector<EpsilonFreeId> symbols_of_rules;
  std::vector<std::uint32_t> slots;       ///< which symbol of the rule fills it, or kAbsent
  std::vector<std::uint32_t> first_rule;  ///< by nonterminal (from 0), plus one more
  std::vector<LoweredId> lowered_of;  ///< by symbol; LoweredGrammar::kEnd for a tail and the end
  std::vector<EpsilonFreeId> epsilon_free_of;  ///< by lowered symbol; kAbsent if it has no form
  std::vector<std::uint32_t> cycle;            ///< by symbol: number of its unit cycle, or kNoCycle
  bool cyclic = false;                         ///< some symbol derives itself

  bool terminal(EpsilonFreeId symbol) const { return symbol < terminal_count; }
  std::span<const EpsilonFreeId> rhs(std::uint32_t rule) const {
    return {symbols_of_rules.data() + rules[rule].first, rules[rule].size};
  }
  std::span<const std::uint32_t> slots_of(std::uint32_t rule) const {
    return {slots.data() + rules[rule].first_slot, rules[rule].slot_count};
  }
  /// Range of a nonterminal's rules: the first, and one past the last.
  std::pair<std::uint32_t, std::uint32_t> rules_of(EpsilonFreeId symbol) const {
    const std::uint32_t n = symbol - terminal_count;
    return {first_rule[n], first_rule[n + 1]};
  }
};

/// The lowered grammar must outlive the result.
EpsilonFreeGrammar make_epsilon_free(const LoweredGrammar& lowered);

}  // namespace grabr
