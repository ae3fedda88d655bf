// Measures a grammar's size, as the user wrote it and as the parser uses it.
#pragma once

#include <cstddef>
#include <memory>

#include "grammar/model/grammar.h"

namespace grabr {

struct GrammarAutomaton;

/// The automaton for the grammar's start symbol (parse/lr/grammar_automaton.h). The grammar must
/// outlive it.
std::shared_ptr<const GrammarAutomaton> make_automaton(const Grammar& grammar);

/// The counts that `grabr grammar stats` shows.
struct GrammarCounts {
  std::size_t rules = 0;  ///< the user's rules
  std::size_t alternatives = 0;
  std::size_t lowered_rules = 0;
  std::size_t helpers = 0;  ///< lists, optional parts, groups
  std::size_t epsilon_free_rules = 0;
  std::size_t terminals = 0;  ///< mentioned in rules
  std::size_t lexer_states = 0;
  std::size_t states = 0;
  std::size_t conflicts = 0;  ///< table entries (state × terminal) with several actions
  std::size_t conflict_states = 0;
  std::size_t table_bytes = 0;  ///< size before any row is filled
  std::size_t row_bytes = 0;    ///< if all rows were filled
};

/// Fills the rows of all states that may have conflicts.
GrammarCounts count_grammar(const Grammar& grammar, const GrammarAutomaton& automaton);

}  // namespace grabr
