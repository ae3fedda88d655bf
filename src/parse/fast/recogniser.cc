#include "parse/fast/recogniser.h"

#include <algorithm>

namespace grabr {
namespace {

void sort_out(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

Recogniser::Recogniser(const EpsilonFreeGrammar& grammar, const Automaton& automaton)
    : grammar_(grammar), automaton_(automaton), unit_steps_(grammar, automaton, chains_) {}

Recogniser::Stacks Recogniser::begin() {
  work_ = read_ = 0;
  if (nodes_.size() + sets_.size() + step_count_ > kMostKept) {
    nodes_.clear();
    sets_.clear();
    steps_.clear();
    step_count_ = 0;
  }
  return sets_.place_of(nodes_.place_of(Automaton::kStart, kNoStacks), kNoStacks);
}

Recogniser::Stacks Recogniser::after(Stacks stacks, EpsilonFreeId terminal) {
  ++read_;
  std::uint32_t& known = steps_.at(stacks, terminal);
  if (known == LevelMap::kNone) {
    ++step_count_;
    const Stacks found = step(stacks, terminal);
    if (gives_up()) return kNoStacks;
    known = found == kNoStacks ? kDead : found;
  }
  return known == kDead ? kNoStacks : known;
}

void Recogniser::states_of(Stacks stacks, std::vector<State>& states) const {
  states.clear();
  for_each(stacks, [&](Node node) { states.push_back(nodes_[node].first); });
  std::sort(states.begin(), states.end());
}

Recogniser::Stacks Recogniser::step(Stacks stacks, EpsilonFreeId terminal) {
  seen_.clear();
  edges_.clear();
  shifted_.clear();
  for_each(stacks, [&](Node node) {
    const auto [state, below] = nodes_[node];
    State to = 0;
    if (shifts(state, terminal, to)) shifted_.push_back({to, node});
    for_each(below, [&, state = state](Node base) { edges_.push_back({state, base}); });
  });
  const std::size_t given = edges_.size();
  reduce_all(terminal);
  edges_.erase(edges_.begin(), edges_.begin() + static_cast<std::ptrdiff_t>(given));
  shift_reduced(terminal);
  return shifted();
}

bool Recogniser::shifts(State state, EpsilonFreeId terminal, State& to) const {
  const Action action = automaton_.shift_of(state, terminal);
  to = action.value();
  return action.kind() == Action::Kind::kShift;
}

/// A reduction adds an edge, which may allow more of them.
void Recogniser::reduce_all(EpsilonFreeId terminal) {
  for (std::size_t i = 0; i < edges_.size() && !gives_up(); ++i) {
    const Edge edge = edges_[i];
    const Action action = automaton_.actions(edge.state)[terminal];
    if (action.kind() == Action::Kind::kReduce) {
      reduce(edge.below, action.value(), terminal);
    } else if (action.kind() == Action::Kind::kMany) {
      for (const Action one : automaton_.many(action.value())) {
        if (one.kind() == Action::Kind::kReduce) reduce(edge.below, one.value(), terminal);
      }
    }
  }
}

/// Reduces by a rule whose last symbol is above `below`, at all nodes where it may have begun.
void Recogniser::reduce(Node below, std::uint32_t rule, EpsilonFreeId terminal) {
  bases_.assign(1, below);
  go_back(grammar_.rules[rule].size - 1);
  for (const Node base : bases_) {
    const State under = nodes_[base].first;
    State state = automaton_.go_to(under, grammar_.rules[rule].lhs);
    if (unit_steps_.passes(automaton_.actions(state)[terminal])) {
      state = unit_steps_.follow(under, state, terminal).state;
    }
    add_edge(state, base);
  }
  work_ += bases_.size();
}

/// Replaces bases_ by the nodes that are this many edges below them.
void Recogniser::go_back(std::uint32_t edges) {
  for (; edges > 0; --edges) {
    further_.clear();
    for (const Node base : bases_) {
      for_each(nodes_[base].second, [&](Node node) { further_.push_back(node); });
    }
    work_ += further_.size();
    if (further_.size() > 1) sort_out(further_);
    bases_.swap(further_);
  }
}

void Recogniser::add_edge(State state, Node below) {
  std::uint32_t& seen = seen_.at(state, below);
  if (seen == LevelMap::kNone) edges_.push_back({state, below});
  seen = 0;
}

/// Makes nodes of the reduced states that can shift the terminal.
void Recogniser::shift_reduced(EpsilonFreeId terminal) {
  State to = 0;
  std::erase_if(edges_, [&](const Edge& edge) { return !shifts(edge.state, terminal, to); });
  std::sort(edges_.begin(), edges_.end());
  for (std::size_t i = 0; i < edges_.size();) {
    const State state = edges_[i].state;
    bases_.clear();
    for (; i < edges_.size() && edges_[i].state == state; ++i) bases_.push_back(edges_[i].below);
    shifts(state, terminal, to);
    shifted_.push_back({to, nodes_.place_of(state, set_of(bases_))});
  }
}

Recogniser::Stacks Recogniser::shifted() {
  std::sort(shifted_.begin(), shifted_.end());
  further_.clear();
  for (std::size_t i = 0; i < shifted_.size();) {
    const State state = shifted_[i].state;
    bases_.clear();
    for (; i < shifted_.size() && shifted_[i].state == state; ++i) {
      bases_.push_back(shifted_[i].below);
    }
    further_.push_back(nodes_.place_of(state, set_of(bases_)));
  }
  std::sort(further_.begin(), further_.end());
  return set_of(further_);
}

Recogniser::Set Recogniser::set_of(std::span<const Node> sorted) {
  Set set = kNoStacks;
  for (auto node = sorted.rbegin(); node != sorted.rend(); ++node) set = sets_.place_of(*node, set);
  return set;
}

}  // namespace grabr
