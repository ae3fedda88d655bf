// The part of the engine that handles several active states: one position after another, reductions
// before shifts, until a single state is left.
#include <algorithm>
#include <unordered_map>

#include "parse/fast/engine.h"
#include "parse/fast/preference.h"

namespace grabr {

/// Advances several states at a time, position by position, until one is left.
template <class Input>
Engine::Step Engine::run_graph(const Input& input) {
  constexpr std::size_t kMaxCheapReductions = 64;  // at one position
  for (;;) {
    const EpsilonFreeId terminal = look(input);
    prepare_level(terminal);
    if (queue_.size() > kMaxCheapReductions) wary_ = kWary;
    if (grammar_.cyclic) settle_cycles();
    if (!shift_level(terminal)) return Step::kRejected;
    if (terminal == kEndOfInput) return Step::kAccepted;
    ++position_;
    std::swap(level_, next_);
    prepared_ = kNowhere;
    if (position_ == stop_at_) return Step::kStopped;
    if (too_large()) return Step::kOutOfMemory;
    if (too_ambiguous()) return Step::kTooAmbiguous;
    if (is_mark()) set_mark();
    if (level_.size() == 1) {
      leave_graph(level_[0]);
      return Step::kJoined;
    }
  }
}

/// The graph starts with one node, the top of the stack.
void Engine::enter_graph() {
  const StackGraph::NodeId head = graph_.node_of_entry(top_);
  if (floor_ != 0 && top_ == floor_) {
    graph_.end_segment();
    --top_;
  }
  level_.assign(1, head);
  in_graph_ = true;
  prepared_ = kNowhere;
}

/// Makes all reductions that the next terminal allows, and drops those made for another terminal.
void Engine::prepare_level(EpsilonFreeId terminal) {
  if (prepared_ == terminal) return;
  if (prepared_ == kNowhere) {
    graph_.forget_reaches_if_many();
    kernel_ = level_.size();
  } else {
    level_.resize(kernel_);
    graph_.shrink_to(prepared_from_.graph);
    unsettled_.words().cut(prepared_from_.words);
  }
  prepared_ = terminal;
  begin_level();
  prepared_from_ = {graph_.size(), unsettled_.words().size()};
  reduce_level(terminal);
}

/// Registers the level's nodes by state and their edges by target.
void Engine::begin_level() {
  ++round_;
  edge_at_.clear();
  queue_.clear();
  rivals_.clear();
  for (const StackGraph::NodeId node : level_) {
    const State state = graph_.node(node).state;
    node_at_[state] = node;
    node_in_[state] = round_;
    for (auto edge = graph_.first_edge(node); edge != StackGraph::kNone;
         edge = graph_.edge(edge).next) {
      edge_at_.at(state, graph_.edge(edge).to) = edge;
      queue_.push_back(edge);
    }
  }
}

/// Makes all reductions that the next terminal allows. A reduction adds an edge, and an edge into
/// this level allows more reductions, all ending with that edge.
void Engine::reduce_level(EpsilonFreeId terminal) {
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const StackGraph::EdgeId edge = queue_[i];
    const State state = graph_.node(graph_.edge(edge).from).state;
    const Action action = automaton_.actions(state)[terminal];
    if (action.kind() == Action::Kind::kReduce) {
      reduce(edge, action.value(), terminal);
    } else if (action.kind() == Action::Kind::kMany) {
      for (const Action one : automaton_.many(action.value())) {
        if (one.kind() == Action::Kind::kReduce) reduce(edge, one.value(), terminal);
      }
    }
  }
}

/// The same for any next token: finds all states that may be active here.
void Engine::complete_level() {
  look_ahead_ = false;
  begin_level();
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const StackGraph::EdgeId edge = queue_[i];
    const State state = graph_.node(graph_.edge(edge).from).state;
    for (const std::uint32_t rule : automaton_.completed(state)) reduce(edge, rule, kEndOfInput);
  }
  look_ahead_ = true;
}

/// Reduces by `rule` along all paths whose first edge, from the top, is `last`.
void Engine::reduce(StackGraph::EdgeId last, std::uint32_t rule, EpsilonFreeId terminal) {
  const std::uint32_t size = shapes_[rule].size;
  way_.resize(size);
  way_[size - 1] = last;
  StackGraph::NodeId node = graph_.edge(last).to;
  std::uint32_t left = size - 1;
  while (left > 0) {
    const StackGraph::EdgeId edge = graph_.first_edge(node);
    if (graph_.edge(edge).next != StackGraph::kNone) break;
    way_[--left] = edge;
    node = graph_.edge(edge).to;
  }
  if (left == 0) {
    reduce_at(node, rule, terminal);
    return;
  }
  const auto bases = graph_.reach(node, left);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const StackGraph::Reached* step = &bases[i];
    for (std::uint32_t k = 0; k < left; ++k) {
      way_[k] = step->edge;
      if (k + 1 < left) step = &graph_.reached(step->nearer);
    }
    reduce_at(bases[i].node, rule, terminal);
  }
}

/// At the node where the rule began, makes the transition over its symbol, derived along way_.
void Engine::reduce_at(StackGraph::NodeId base, std::uint32_t rule, EpsilonFreeId terminal) {
  const State below = graph_.node(base).state;
  UnitSteps::Result end{automaton_.go_to(below, shapes_[rule].lhs), 0};
  if (look_ahead_ && unit_steps_.passes(automaton_.actions(end.state)[terminal])) {
    end = unit_steps_.follow(below, end.state, terminal);
  }
  std::uint32_t& edge = edge_at_.at(end.state, base);
  if (edge != LevelMap::kNone) {
    if (look_ahead_) derive_again(edge, rule, end.chain);
    return;
  }
  const StackGraph::NodeId node = node_in_level(end.state, position_, level_);
  const std::uint32_t place = unsettled_.add(rule, end.chain, way_.data(), shapes_[rule].size);
  edge = graph_.add_edge(node, base, place | PartRef::kUnsettled);
  queue_.push_back(edge);
}

/// Handles another derivation of an edge's symbol over the same span: keeps the preferred one.
void Engine::derive_again(StackGraph::EdgeId edge, std::uint32_t rule, std::uint32_t chain) {
  const std::uint32_t symbol = automaton_.entered_by(graph_.node(graph_.edge(edge).from).state);
  ++rival_count_[symbol];
  ++derived_again_;
  const PartRef label{graph_.edge(edge).label};
  if (!label.unsettled())
    return;  // it was on the stack, so it is the only derivation that is not
             // cyclic
  const auto size = shapes_[rule].size;
  if (grammar_.cycle[symbol] != EpsilonFreeGrammar::kNoCycle) {
    rivals_.push_back({edge, unsettled_.add(rule, chain, way_.data(), size) | PartRef::kUnsettled});
    return;
  }
  const DerivationArena::Node known = unsettled_.node(grammar_, label.place());
  const Span span{graph_.node(graph_.edge(edge).to).position, position_};
  if (preferred({rule, chain, way_}, {known.rule, known.chain, known.children}, span, grammar_,
                chains_, graph_)) {
    const std::uint32_t place = unsettled_.add(rule, chain, way_.data(), size);
    graph_.set_label(edge, place | PartRef::kUnsettled);
  }
}

StackGraph::NodeId Engine::node_in_level(State state, std::uint32_t position,
                                         std::vector<StackGraph::NodeId>& level) {
  if (node_in_[state] != round_) {
    node_in_[state] = round_;
    node_at_[state] = graph_.add_node(state, position);
    level.push_back(node_at_[state]);
  }
  return node_at_[state];
}

/// Shifts the terminal; returns false if no node can.
bool Engine::shift_level(EpsilonFreeId terminal) {
  ++round_;
  next_.clear();
  for (const StackGraph::NodeId node : level_) {
    const Action action = automaton_.shift_of(graph_.node(node).state, terminal);
    if (action.kind() != Action::Kind::kShift) continue;
    if (terminal == kEndOfInput) {
      leave_graph(node);
      return true;
    }
    const StackGraph::NodeId to = node_in_level(action.value(), position_ + 1, next_);
    graph_.add_edge(to, node, PartRef::token(position_).word);
  }
  return !next_.empty();
}

/// Chooses among derivations of symbols that may derive themselves: least height first, in steps
/// inside the cycle, so that a chosen derivation never contains itself.
void Engine::settle_cycles() {
  if (rivals_.empty()) return;
  std::unordered_map<StackGraph::EdgeId, std::uint32_t> heights;
  const auto cycle_of = [&](StackGraph::EdgeId edge) {
    return grammar_.cycle[automaton_.entered_by(graph_.node(graph_.edge(edge).from).state)];
  };
  for (const StackGraph::EdgeId edge : queue_) {
    if (cycle_of(edge) == EpsilonFreeGrammar::kNoCycle) continue;
    rivals_.push_back({edge, graph_.edge(edge).label});
    heights[edge] = kNowhere;
  }
  const auto height_of = [&](const Rival& rival) -> std::uint32_t {
    if (!PartRef{rival.label}.unsettled()) return 1;
    const DerivationArena::Node node = unsettled_.node(grammar_, PartRef{rival.label}.place());
    if (node.children.size() != 1 || cycle_of(node.children[0]) != cycle_of(rival.edge)) return 1;
    const std::uint32_t below = heights.at(node.children[0]);
    return below == kNowhere ? kNowhere : below + grammar_.rules[node.rule].steps;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rival& rival : rivals_) {
      const std::uint32_t height = height_of(rival);
      if (height >= heights[rival.edge]) continue;
      heights[rival.edge] = height;
      changed = true;
    }
  }
  const auto candidate = [&](std::uint32_t label) -> Contender {
    const DerivationArena::Node node = unsettled_.node(grammar_, PartRef{label}.place());
    return {node.rule, node.chain, node.children};
  };
  for (const Rival& rival : rivals_) {
    if (height_of(rival) != heights[rival.edge]) continue;
    const std::uint32_t known = graph_.edge(rival.edge).label;
    if (known == rival.label) continue;
    const Span span{graph_.node(graph_.edge(rival.edge).to).position, position_};
    if (height_of({rival.edge, known}) != heights[rival.edge] ||
        preferred(candidate(rival.label), candidate(known), span, grammar_, chains_, graph_)) {
      graph_.set_label(rival.edge, rival.label);
    }
  }
}

/// Called when a single state is left. If a single path leads down from it, the graph becomes a
/// stack again; otherwise a new stack starts above it.
void Engine::leave_graph(StackGraph::NodeId head) {
  if (!graph_.node(head).linear) {
    floor_ = ++top_;
    if (top_ + 1 >= stack_.size()) grow_stack();
    stack_.states[top_] = graph_.node(head).state;
    stack_.labels[top_] = PartRef::kNone;
    stack_.positions[top_] = graph_.node(head).position;
    graph_.begin_segment(top_, head);
    return;
  }
  std::vector<StackGraph::NodeId>& way = next_;
  way.clear();
  StackGraph::NodeId node = head;
  while (graph_.node(node).stack_index == StackGraph::kNone ||
         !graph_.at_bottom(graph_.node(node).stack_index)) {
    way.push_back(node);
    node = graph_.edge(graph_.first_edge(node)).to;
  }
  top_ = graph_.node(node).stack_index;
  for (auto at = way.rbegin(); at != way.rend(); ++at) {
    if (++top_ + 1 >= stack_.size()) grow_stack();
    stack_.states[top_] = graph_.node(*at).state;
    stack_.labels[top_] = settled(graph_.edge(graph_.first_edge(*at)).label);
    stack_.positions[top_] = graph_.node(*at).position;
  }
  floor_ = 0;
  graph_.clear();
  unsettled_.words().clear();
}

/// Copies a settled derivation into the permanent arena.
std::uint32_t Engine::settled(std::uint32_t label) {
  if (!PartRef{label}.unsettled()) return label;
  struct Copy {
    std::uint32_t label;
    std::uint32_t to;  // the word that receives its position
  };
  std::uint32_t root = label;
  LargeArray<Copy> todo;
  todo.push_back({label, PartRef::kNone});
  while (!todo.empty()) {
    const Copy copy = todo.back();
    todo.pop_back();
    std::uint32_t word = copy.label;
    if (PartRef{word}.unsettled()) {
      const DerivationArena::Node node = unsettled_.node(grammar_, PartRef{word}.place());
      const auto count = static_cast<std::uint32_t>(node.children.size());
      word = arena_->add(node.rule, node.chain, node.children.data(), count);
      const std::uint32_t first = arena_->first_child(word);
      for (std::uint32_t i = 0; i < count; ++i) {
        todo.push_back({graph_.edge(node.children[i]).label, first + i});
      }
    }
    if (copy.to == PartRef::kNone) root = word;
    else arena_->words()[copy.to] = word;
  }
  return root;
}

template Engine::Step Engine::run_graph(const TerminalInput&);
template Engine::Step Engine::run_graph(const ByteInput&);
template Engine::Step Engine::run_graph(const ContextInput&);

}  // namespace grabr
