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

bool Engine::can_shift(EpsilonFreeId terminal) {
  if (in_graph_) return can_shift_in_graph(terminal, level_);
  bool beyond = false;
  if (can_shift_on_stack(terminal, beyond)) return true;
  return beyond && can_shift_in_graph(terminal, {graph_.node_of_entry(top_)});
}

/// Follows single reductions that stay above the floor; nothing if they leave it. Skips chains of
/// unit rules, as the parse does.
std::optional<bool> Engine::can_shift_straight(EpsilonFreeId terminal) {
  State state = stack_.states[top_];
  std::uint32_t above = top_ + 1;  // entries up to here are below the state, or are the state
                                   // itself
  for (;;) {
    const Action action = automaton_.actions(state)[terminal];
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

/// Sets `beyond` if a reduction reaches below the floor.
bool Engine::can_shift_on_stack(EpsilonFreeId terminal, bool& beyond) {
  if (const std::optional<bool> found = can_shift_straight(terminal)) return *found;
  using Head = StackHead;
  std::vector<Head>& heads = heads_;
  heads.clear();
  const auto reduce = [&](const Head& head, std::uint32_t rule) {
    const std::uint32_t more = shapes_[rule].size - 1;
    if (head.below < floor_ + more) {
      beyond = true;
      return;
    }
    const std::uint32_t base = head.below - more;
    const Head next{automaton_.go_to(stack_.states[base], shapes_[rule].lhs), base};
    if (std::find(heads.begin(), heads.end(), next) == heads.end()) heads.push_back(next);
  };
  const auto shifts = [&](const Head& head) {
    const Action action = automaton_.actions(head.state)[terminal];
    if (action.kind() == Action::Kind::kReduce) reduce(head, action.value());
    if (action.kind() != Action::Kind::kMany) return action.kind() == Action::Kind::kShift;
    bool found = false;
    for (const Action one : automaton_.many(action.value())) {
      if (one.kind() == Action::Kind::kShift) found = true;
      else reduce(head, one.value());
    }
    return found;
  };
  if (top_ == floor_) {
    const Action action = automaton_.actions(stack_.states[top_])[terminal];
    beyond = action.kind() != Action::Kind::kShift && action.kind() != Action::Kind::kError;
    return action.kind() == Action::Kind::kShift;
  }
  heads.push_back({stack_.states[top_], top_ - 1});
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (shifts(Head(heads[i]))) return true;
  }
  return false;
}

/// A few heads are compared one by one; many are found in a table, to which new ones are added.
bool Engine::is_new_head(const GraphHead& head) {
  constexpr std::size_t kMaxHeadsCompared = 24;
  if (graph_heads_.size() < kMaxHeadsCompared) {
    return std::find(graph_heads_.begin(), graph_heads_.end(), head) == graph_heads_.end();
  }
  if (graph_heads_.size() == kMaxHeadsCompared) {
    graph_heads_seen_.clear();
    for (const GraphHead& known : graph_heads_) graph_heads_seen_.at(known.state, known.below) = 0;
  }
  std::uint32_t& seen = graph_heads_seen_.at(head.state, head.below);
  return std::exchange(seen, 0) == LevelMap::kNone;
}

bool Engine::can_shift_in_graph(EpsilonFreeId terminal,
                                const std::vector<StackGraph::NodeId>& nodes) {
  std::vector<GraphHead>& heads = graph_heads_;
  heads.clear();
  const auto add = [&](StackGraph::NodeId base, std::uint32_t rule) {
    const GraphHead head{automaton_.go_to(graph_.node(base).state, shapes_[rule].lhs), base};
    if (is_new_head(head)) heads.push_back(head);
  };
  const auto for_each_base = [&](StackGraph::NodeId from, std::uint32_t count, std::uint32_t rule) {
    if (count == 0) {
      add(from, rule);
      return;
    }
    const auto bases = graph_.reach(from, count);
    for (std::size_t i = 0; i < bases.size(); ++i) add(bases[i].node, rule);
  };
  const auto shifts = [&](State state, StackGraph::NodeId from, std::uint32_t already) {
    const Action action = automaton_.actions(state)[terminal];
    if (action.kind() == Action::Kind::kShift) return true;
    if (action.kind() == Action::Kind::kReduce) {
      for_each_base(from, shapes_[action.value()].size - already, action.value());
    }
    bool found = false;
    if (action.kind() == Action::Kind::kMany) {
      for (const Action one : automaton_.many(action.value())) {
        if (one.kind() == Action::Kind::kShift) found = true;
        else for_each_base(from, shapes_[one.value()].size - already, one.value());
      }
    }
    return found;
  };
  for (const StackGraph::NodeId node : nodes) {
    if (shifts(graph_.node(node).state, node, 0)) return true;
  }
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const GraphHead head = heads[i];
    if (shifts(head.state, head.below, 1)) return true;
  }
  return false;
}

}  // namespace grabr
