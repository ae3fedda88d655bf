#include "parse/fast/engine.h"

#include <algorithm>

namespace grabr {

Engine::Engine(const EpsilonFreeGrammar& grammar, EpsilonFreeId start)
    : grammar_(grammar),
      start_(start),
      automaton_(grammar, start),
      unit_steps_(grammar, automaton_, chains_),
      rival_count_(grammar.symbol_count) {
  for (const EpsilonFreeRule& rule : grammar.rules) {
    // A stack would loop forever on a cycle of unit rules; a graph has every edge once.
    const bool circular = rule.size == 1 && grammar.cycle[rule.lhs] != EpsilonFreeGrammar::kNoCycle;
    shapes_.push_back({rule.size, circular ? kNowhere / 2 : rule.size, rule.lhs});
  }
  node_at_.resize(automaton_.state_count());
  node_in_.resize(automaton_.state_count());
  stack_.resize(256);
}

template <class Input>
Engine::Result Engine::parse(const Input& input, std::size_t max_memory, Derivation& derivation) {
  derivation.grammar = &grammar_;
  derivation.chains = &chains_;
  derivation.arena.words().clear();
  derivation.marks.clear();
  arena_ = &derivation.arena;
  marks_ = &derivation.marks;
  begin(max_memory, kNowhere);
  const Step end = run(input);
  marks_ = nullptr;
  Result result;
  result.position = position_;
  if (end == Step::kAccepted) {
    result.status = Status::kAccepted;
    // The start symbol is the only entry above the start state.
    const bool in_graph = floor_ != 0 && top_ == floor_;
    const std::uint32_t label = in_graph
                                    ? graph_.edge(graph_.first_edge(graph_.segment().second)).label
                                    : stack_.labels[top_];
    derivation.root.word = settled(label);
  } else if (end == Step::kOutOfMemory || end == Step::kTooAmbiguous) {
    result.status = end == Step::kOutOfMemory ? Status::kOutOfMemory : Status::kTooAmbiguous;
    result.ambiguous = most_ambiguous();
  }
  release_if_large();
  return result;
}

template <class Input>
void Engine::read(const Input& input, std::uint32_t count) {
  DerivationArena unused;
  arena_ = &unused;
  begin(~std::size_t{0}, count);
  run(input);
  complete_level();
}

void Engine::begin(std::size_t max_memory, std::uint32_t stop_at) {
  max_memory_ = max_memory;
  stop_at_ = stop_at;
  position_ = top_ = floor_ = 0;
  stack_.states[0] = Automaton::kStart;
  stack_.labels[0] = PartRef::kNone;
  stack_.positions[0] = 0;
  graph_.clear();
  unsettled_.words().clear();
  level_.clear();
  dead_ends_.clear();
  wary_ = 0;
  derived_again_ = 0;
  std::fill(rival_count_.begin(), rival_count_.end(), 0);
}

template <class Input>
Engine::Step Engine::run(const Input& input) {
  if (stop_at_ == 0) {
    enter_graph();
    return Step::kStopped;
  }
  for (;;) {
    Step step = run_stack(input);
    if (step == Step::kForked) {
      if (!in_graph_) enter_graph();
      step = run_graph(input);
    }
    if (step != Step::kJoined) return step;
  }
}

/// Shifts and reduces on the stack, one state at a time, until several actions are possible or a
/// reduction reaches below the floor.
template <class Input>
Engine::Step Engine::run_stack(const Input& input) {
  State state = stack_.states[top_];
  in_graph_ = false;
  EpsilonFreeId terminal = look(input);
  if (in_graph_) return Step::kForked;
  Action action = automaton_.actions(state)[terminal];
  for (;;) {
    std::uint32_t label = 0;
    State below = state;
    switch (action.kind()) {
      case Action::Kind::kError: return Step::kRejected;
      case Action::Kind::kMany: {
        if (wary_ == 0) return Step::kForked;
        action = one_that_goes_on(action, terminal);
        if (action.kind() == Action::Kind::kMany) return Step::kForked;
        continue;
      }
      case Action::Kind::kShift: {
        if (terminal == kEndOfInput) return Step::kAccepted;
        state = action.value();
        label = PartRef::token(position_++).word;
        if (is_mark()) {
          if (too_large()) return Step::kOutOfMemory;
          set_mark();
        }
        if (Input::kOnDemand || position_ == stop_at_) {
          push(state, label);
          if (position_ == stop_at_) {
            enter_graph();
            return Step::kStopped;
          }
          terminal = look(input);
          if (in_graph_) return Step::kForked;
          --top_;
        } else {
          terminal = look(input);
        }
        action = automaton_.actions(state)[terminal];
        if (unit_steps_.passes(action)) {
          const UnitSteps::Result last = unit_steps_.follow(below, state, terminal);
          state = last.state;
          label = arena_->add_chain(last.chain, PartRef{label});
          action = automaton_.actions(state)[terminal];
        }
        break;
      }
      case Action::Kind::kReduce: {
        const std::uint32_t rule = action.value();
        const RuleShape shape = shapes_[rule];
        if (top_ < floor_ + shape.needed) return Step::kForked;
        below = stack_.states[top_ - shape.size];
        state = automaton_.go_to(below, shape.lhs);
        action = automaton_.actions(state)[terminal];
        std::uint32_t chain = 0;
        if (unit_steps_.passes(action)) {
          const UnitSteps::Result last = unit_steps_.follow(below, state, terminal);
          state = last.state;
          chain = last.chain;
          action = automaton_.actions(state)[terminal];
        }
        top_ -= shape.size;
        label = arena_->add(rule, chain, stack_.labels.data() + top_ + 1, shape.size);
        break;
      }
    }
    push(state, label);
  }
}

/// Drops the reductions that lead nowhere; returns the remaining action if it is the only one, else
/// all of them.
///
///   if (a) b; else if (c) d; else e;     may the second `else` belong to the first `if`?
///                                        No, but only the stack shows that it has one already.
///
/// LALR(1) look-aheads merge all contexts of a state, so the stack may rule a reduction out. Each
/// `else` of a long chain would be looked up in all enclosing ones; dead ends are remembered by
/// entry, which makes it one step. Checking costs more than it gains if paths are short, so it is
/// done only for the forks that follow one with long paths.
Action Engine::one_that_goes_on(Action many, EpsilonFreeId terminal) {
  --wary_;
  Action left = many;
  int count = 0;
  for (const Action one : automaton_.many(many.value())) {
    if (one.kind() == Action::Kind::kReduce && dies_on_stack(one.value(), terminal)) continue;
    left = one;
    ++count;
  }
  if (count != 1) return many;
  wary_ = kWary;
  return left;
}

/// Returns true if the reduction leads to no shift of the terminal, along a single path of
/// reductions that stays above the floor.
bool Engine::dies_on_stack(std::uint32_t rule, EpsilonFreeId terminal) {
  walked_.clear();
  std::uint32_t above = top_ + 1;
  bool dead = false;
  for (;;) {
    const RuleShape shape = shapes_[rule];
    if (above < floor_ + shape.needed + 1) break;
    const std::uint32_t base = above - 1 - shape.size;
    const State below = stack_.states[base];
    State state = automaton_.go_to(below, shape.lhs);
    Action action = automaton_.actions(state)[terminal];
    if (unit_steps_.passes(action)) {
      state = unit_steps_.follow(below, state, terminal).state;
      action = automaton_.actions(state)[terminal];
    }
    const DeadEnd here{stack_.positions[base], below, state, terminal};
    dead = action.kind() == Action::Kind::kError ||
           (base < dead_ends_.size() && dead_ends_[base] == here);
    walked_.push_back({state, base});
    if (dead || action.kind() != Action::Kind::kReduce) break;
    rule = action.value();
    above = base + 2;
  }
  if (!dead) return false;
  if (dead_ends_.size() <= top_) dead_ends_.resize(top_ + 1);
  for (const StackHead& head : walked_) {
    dead_ends_[head.below] = {stack_.positions[head.below], stack_.states[head.below], head.state,
                              terminal};
  }
  return true;
}

void Engine::set_mark() {
  if (marks_ == nullptr) return;
  marks_->push_back({position_, static_cast<std::uint32_t>(arena_->words().size())});
}

void Engine::grow_stack() { stack_.resize(2 * stack_.size()); }

bool Engine::too_large() const {
  constexpr std::size_t kMaxWords = PartRef::kUnsettled;  // places that fit into a word
  const std::size_t words = arena_->words().size() + unsettled_.words().size();
  return words >= kMaxWords ||
         words * sizeof(std::uint32_t) + graph_.memory_bytes() + 12 * std::size_t{top_} >
             max_memory_;
}

/// Gives up long before the cubic worst case, in time or in memory: if a text can be read in few
/// ways, its graph is small, or linear in the text.
bool Engine::too_ambiguous() const {
  constexpr std::uint64_t kForToken = 1000;
  constexpr std::size_t kMinGraphBytes = 16'000'000;  // bytes that any graph may use
  constexpr std::size_t kShareOfMemory = 16;
  constexpr std::size_t kGraphForToken = 100;  // bytes per token
  return derived_again_ > max_derived_again_ + kForToken * position_ ||
         graph_.memory_bytes() >
             std::max(max_memory_ / kShareOfMemory, kMinGraphBytes) + kGraphForToken * position_;
}

/// Frees the buffers of a large input, so that they are not kept next to its tree.
void Engine::release_if_large() {
  constexpr std::size_t kMaxBytesKept = 4'000'000;
  if (graph_.buffer_bytes() > kMaxBytesKept) graph_.release();
  if (unsettled_.words().capacity() * sizeof(std::uint32_t) > kMaxBytesKept)
    unsettled_ = DerivationArena();
  if (stack_.size() * sizeof(DeadEnd) <= kMaxBytesKept) return;
  stack_ = ParseStack();
  stack_.resize(256);
  dead_ends_ = {};
}

EpsilonFreeId Engine::most_ambiguous() const {
  const auto most = std::max_element(rival_count_.begin(), rival_count_.end());
  return *most == 0 ? kEndOfInput : static_cast<EpsilonFreeId>(most - rival_count_.begin());
}

template Engine::Result Engine::parse(const TerminalInput&, std::size_t, Derivation&);
template Engine::Result Engine::parse(const ByteInput&, std::size_t, Derivation&);
template Engine::Result Engine::parse(const ContextInput&, std::size_t, Derivation&);
template void Engine::read(const TerminalInput&, std::uint32_t);
template void Engine::read(const ByteInput&, std::uint32_t);
template void Engine::read(const ContextInput&, std::uint32_t);

}  // namespace grabr
