// Context-dependent lexing: the engine says which terminals may come, and the lexer reads one of
// them.
//
// A terminal is viable if some active state can shift it, perhaps after reductions. A shift action
// shows that directly; a reduction is followed to its end, because LALR(1) look-aheads merge all
// contexts of a state and so may allow too much.
#include <algorithm>
#include <utility>

#include "parse/fast/engine.h"

namespace grabr {

EpsilonFreeId take_token(const Token& token, EpsilonFreeId terminal, const ContextInput& input) {
  input.lexer->take(token);
  input.tokens->terminals.push_back(static_cast<std::uint16_t>(terminal));
  input.tokens->begins.push_back(token.text.begin);
  input.tokens->ends.push_back(token.text.end);
  return terminal;
}

EpsilonFreeId read_end(const ContextInput& input, const EpsilonFreeGrammar& grammar) {
  input.tokens->end = input.lexer->next_begin();
  if (input.lexer->at_end()) return kEndOfInput;
  const EpsilonFreeId unknown = grammar.terminal_count - 1;  // no state has an action for it
  if (const std::optional<Token> token = input.lexer->peek_any()) {
    return take_token(*token, unknown, input);
  }
  input.tokens->stuck_at = input.tokens->end;
  return unknown;
}

EpsilonFreeId Engine::lex(const ContextInput& input) {
  TokenTable& table = *input.tokens;
  if (position_ < table.count()) return table.terminals[position_];
  const auto allowed = [&](SymbolId terminal) {
    return can_shift(terminal == kNoSymbol ? kEndOfInput : grammar_.epsilon_free_of[terminal]);
  };
  if (const std::optional<Token> token = input.lexer->next(viable_here(*input.lexer), allowed)) {
    return take_token(*token, grammar_.epsilon_free_of[token->terminal], input);
  }
  return read_end(input, grammar_);
}

ViableTerminals& Engine::viable_here(const ContextLexer& lexer) {
  states_here_.clear();
  if (in_graph_) {
    for (const StackGraph::NodeId node : level_) states_here_.push_back(graph_.node(node).state);
    std::sort(states_here_.begin(), states_here_.end());
  } else {
    states_here_.push_back(stack_.states[top_]);
  }
  return viable_in(states_here_, lexer);
}

/// Cached: most programs lead to few distinct sets of states.
ViableTerminals& Engine::viable_in(const std::vector<State>& states, const ContextLexer& lexer) {
  constexpr std::size_t kMaxSetsKept = 4096;
  const auto make = [&] {
    TerminalSet viable(grammar_.lowered->symbols.size());
    for (const State state : states) add_viable(state, viable);
    return lexer.viable(std::move(viable));
  };
  if (states.size() == 1) {
    viable_in_.resize(automaton_.state_count());
    auto& known = viable_in_[states[0]];
    if (!known) known = std::make_unique<ViableTerminals>(make());
    return *known;
  }
  const auto known = viable_in_some_.find(states);
  if (known != viable_in_some_.end()) return known->second;
  if (viable_in_some_.size() == kMaxSetsKept) viable_in_some_.clear();
  return viable_in_some_.emplace(states, make()).first->second;
}

void Engine::add_viable(State state, TerminalSet& viable) const {
  const Action* const actions = automaton_.actions(state);
  for (EpsilonFreeId t = 1; t + 1 < grammar_.terminal_count; ++t) {
    if (actions[t].kind() != Action::Kind::kError) viable.insert(grammar_.lowered_of[t]);
  }
}

/// If a single stack cannot decide this, the engine continues in the graph. The reductions made
/// there to find out are kept for the token (prepare_level).
bool Engine::can_shift(EpsilonFreeId terminal) {
  if (!in_graph_) {
    if (const std::optional<bool> found = can_shift_straight(terminal)) return *found;
    enter_graph();
  }
  prepare_level(terminal);
  return std::ranges::any_of(level_, [&](StackGraph::NodeId node) {
    return automaton_.shift_of(graph_.node(node).state, terminal).kind() == Action::Kind::kShift;
  });
}

/// Follows single reductions that stay above the floor; nothing if there are others. Chains of unit
/// rules are skipped as in the parse.
std::optional<bool> Engine::can_shift_straight(EpsilonFreeId terminal) {
  State state = stack_.states[top_];
  std::uint32_t above = top_ + 1;  // entries up to here are below the state, or are the state
                                   // itself
  for (;;) {
    const Action action = automaton_.shift_of(state, terminal);
    if (action.kind() == Action::Kind::kShift) return true;
    if (action.kind() == Action::Kind::kError) return false;
    if (action.kind() == Action::Kind::kMany) return std::nullopt;
    const RuleShape shape = shapes_[action.value()];
    if (above < floor_ + shape.needed + 1) return std::nullopt;
    const std::uint32_t base = above - 1 - shape.size;
    const State below = stack_.states[base];
    state = automaton_.go_to(below, shape.lhs);
    if (unit_steps_.passes(automaton_.actions(state)[terminal])) {
      state = unit_steps_.follow(below, state, terminal).state;
    }
    above = base + 2;
  }
}

}  // namespace grabr
