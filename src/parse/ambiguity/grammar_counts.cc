#include "parse/ambiguity/grammar_counts.h"

#include <algorithm>

#include "grammar/lex/lexer.h"
#include "parse/lr/grammar_automaton.h"

namespace grabr {

std::shared_ptr<const GrammarAutomaton> make_automaton(const Grammar& grammar) {
  return std::make_shared<const GrammarAutomaton>(grammar);
}

GrammarCounts count_grammar(const Grammar& grammar, const GrammarAutomaton& view) {
  GrammarCounts counts;
  counts.rules = grammar.rules.size();
  for (const Rule& rule : grammar.rules) counts.alternatives += rule.alternatives.size();
  counts.lowered_rules = view.lowered.rules.size();
  for (const LoweredSymbol& symbol : view.lowered.symbols) {
    counts.helpers += symbol.role != Role::kTerminal && symbol.role != Role::kRule ? 1 : 0;
  }
  counts.epsilon_free_rules = view.epsilon_free.rules.size();
  std::vector<bool> used(view.epsilon_free.symbol_count, false);
  for (const EpsilonFreeId symbol : view.epsilon_free.symbols_of_rules) used[symbol] = true;
  counts.terminals = static_cast<std::size_t>(
      std::count(used.begin(), used.begin() + view.epsilon_free.terminal_count, true));
  if (grammar.lexer) counts.lexer_states = grammar.lexer->state_count();
  if (!view.automaton) return counts;
  const Automaton& automaton = *view.automaton;
  counts.states = automaton.state_count();
  counts.table_bytes = automaton.size().other_bytes;
  counts.row_bytes = automaton.bytes_of_all_rows();
  for (State state = 0; state < automaton.state_count(); ++state) {
    if (automaton.completed(state).empty()) continue;
    const Action* const row = automaton.actions(state);
    const auto many = std::count_if(row, row + view.epsilon_free.terminal_count, [](Action action) {
      return action.kind() == Action::Kind::kMany;
    });
    counts.conflicts += static_cast<std::size_t>(many);
    counts.conflict_states += many > 0 ? 1 : 0;
  }
  return counts;
}

}  // namespace grabr
