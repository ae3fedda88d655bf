// DeRemer & Pennello's method ("Efficient computation of LALR(1) look-ahead sets", 1982), read
// backwards and on demand.
//
// They unite sets along the relations `lookback` and `includes` between transitions on
// nonterminals. Without empty rules, a rule inherits the terminals after its left-hand side only at
// its very end, and `reads` is empty. Here the nodes are:
//
//   kernel item  A → α • β in state p: the terminals after A. Edges lead to that item with the dot
//                one symbol earlier, in each predecessor over α; where the rule begins, to:
//   step         A in a closure: FIRST(δ) for each rule C → A δ; for C → A the terminals after C,
//   context      A as expected by kernels that share the closure: FIRST(δ) for B → β • A δ; for
//                B → β • A that kernel item;
//   first        FIRST(A).
//
// So a transition shared by all states of a closure costs one edge to a context instead of one to
// each state. For a transition that belongs to one state, that state's kernel items are looked up,
// so no precision is lost. Sets are propagated by depth-first search with strongly connected
// components (R. Tarjan, 1972; "Digraph" in the paper), without recursion: all nodes of a component
// share one set.
//
// Tested against canonical LR(1) with merged states by tests/parse/automaton_test.cc.
#include "parse/lr/lookaheads.h"

#include <algorithm>

namespace grabr {
namespace {

constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
constexpr std::uint32_t kOpen = 1u << 31;

}  // namespace

LookAheads::LookAheads(const Lr0& automaton)
    : lr0_(automaton),
      words_((automaton.rules.terminal_count + 63) / 64),
      first_context_(automaton.kernels.element_count()),
      first_step_(first_context_ + automaton.expected.element_count()),
      first_nonterminal_(first_step_ + static_cast<Node>(automaton.steps.size())),
      alone_(automaton.rules.first_rule.size()) {
  mark_.assign(first_nonterminal_ + alone_.size(), kUnseen);
  index_predecessors();
}

/// Calls `enumerate` twice, each time with a function that takes a list's number and an element.
template <class Enumerate>
LookAheads::Lists LookAheads::make_lists(std::uint32_t count, Enumerate enumerate) {
  Lists lists;
  lists.begin.assign(count + 2, 0);
  enumerate([&](std::uint32_t list, std::uint32_t) { ++lists.begin[list + 2]; });
  for (std::uint32_t i = 2; i < count + 2; ++i) lists.begin[i] += lists.begin[i - 1];
  lists.elements.resize(lists.begin[count + 1]);
  enumerate([&](std::uint32_t list, std::uint32_t element) {
    lists.elements[lists.begin[list + 1]++] = element;
  });
  return lists;
}

void LookAheads::index_predecessors() {
  const std::uint32_t states = lr0_.kernels.size();
  const std::uint32_t closures = lr0_.expected.size();
  for (std::uint32_t c = 0; c < closures; ++c) {
    closure_of_step_.insert(closure_of_step_.end(), lr0_.closures[c].step_count, c);
    closure_of_expected_.insert(closure_of_expected_.end(), lr0_.expected[c].size(), c);
  }
  for (State s = 0; s < states; ++s) {
    state_of_item_.insert(state_of_item_.end(), lr0_.kernels[s].size(), s);
  }
  states_of_closure_ = make_lists(closures, [&](auto add) {
    for (State s = 0; s < states; ++s) add(lr0_.states[s].closure, s);
  });
  predecessors_ = make_lists(states, [&](auto add) {
    for (State s = 0; s < states; ++s) {
      const std::uint32_t begin = lr0_.states[s].first_target;
      const auto count = lr0_.expected[lr0_.states[s].closure].size();
      for (std::uint32_t i = 0; i < count; ++i) add(lr0_.targets[begin + i], s);
    }
  });
  steps_to_ = make_lists(states, [&](auto add) {
    for (std::uint32_t s = 0; s < lr0_.steps.size(); ++s) {
      if (lr0_.steps[s].target != Lr0::kNowhere) add(lr0_.steps[s].target, s);
    }
  });
}

std::uint32_t LookAheads::solve(Node node) {
  if (mark_[node] != kUnseen) return mark_[node];
  open(node);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (edges_.size() > frame.first_edge) {
      const Node next = edges_.back();
      edges_.pop_back();
      if (mark_[next] == kUnseen) open(next);
      else if (mark_[next] < kOpen) add_set(frame.place, mark_[next]);
      else frame.lowest = std::min(frame.lowest, mark_[next] & ~kOpen);
      continue;
    }
    const Frame done = frame;
    frames_.pop_back();
    const Node finished = open_[done.place];
    if (done.lowest == done.place) close(done.place);
    if (frames_.empty()) break;
    Frame& parent = frames_.back();
    parent.lowest = std::min(parent.lowest, done.lowest);
    if (mark_[finished] < kOpen) add_set(parent.place, mark_[finished]);
  }
  return mark_[node];
}

void LookAheads::open(Node node) {
  const auto place = static_cast<std::uint32_t>(open_.size());
  mark_[node] = kOpen | place;
  open_.push_back(node);
  pending_.resize(pending_.size() + words_, 0);
  frames_.push_back({static_cast<std::uint32_t>(edges_.size()), place, place});
  expand(node);
}

/// The nodes from `place` on form a strongly connected component: gives all of them one set.
void LookAheads::close(std::uint32_t place) {
  std::uint64_t* const set = pending_.data() + place * words_;
  for (std::size_t i = place + 1; i < open_.size(); ++i) {
    for (std::size_t w = 0; w < words_; ++w) set[w] |= pending_[i * words_ + w];
  }
  const std::uint32_t id = sets_.intern({set, words_}).id;
  for (std::size_t i = place; i < open_.size(); ++i) mark_[open_[i]] = id;
  open_.resize(place);
  pending_.resize(place * words_);
}

void LookAheads::add_set(std::uint32_t place, std::uint32_t set) {
  const std::span<const std::uint64_t> from = sets_[set];
  std::uint64_t* const to = pending_.data() + place * words_;
  for (std::size_t w = 0; w < words_; ++w) to[w] |= from[w];
}

/// Pushes the node's edges and adds its own terminals to its set.
void LookAheads::expand(Node node) {
  if (node < first_context_) {
    const State state = state_of_item_[node];
    expand_kernel_item(state, lr0_.kernels[state][node - lr0_.kernels.begin(state)]);
  } else if (node < first_step_) {
    expand_context(node - first_context_);
  } else if (node < first_nonterminal_) {
    expand_step(node - first_step_);
  } else {
    expand_first(node - first_nonterminal_ + lr0_.rules.terminal_count);
  }
}

void LookAheads::expand_kernel_item(State state, EpsilonFreeItem item) {
  if (item.dot > 1) {
    const EpsilonFreeItem before{item.rule, item.dot - 1};
    for (const State from : predecessors_[state]) {
      const auto kernel = lr0_.kernels[from];
      const auto at = std::lower_bound(kernel.begin(), kernel.end(), before) - kernel.begin();
      edges_.push_back(lr0_.kernels.begin(from) + static_cast<std::uint32_t>(at));
    }
    return;
  }
  const EpsilonFreeId lhs = lr0_.rules.lhs[item.rule];
  for (const State from : predecessors_[state]) {
    edges_.push_back(step(lr0_.find_step(lr0_.states[from].closure, lhs)));
    add_contexts_in(from, lhs);
  }
  for (const std::uint32_t s : steps_to_[state]) {
    edges_.push_back(step(lr0_.find_step(closure_of_step_[s], lhs)));
    add_contexts(closure_of_step_[s], lhs);
  }
}

/// Adds the terminals after `lhs` that come from kernels which expect a symbol that derives `lhs`
/// by unit steps, in any state of the closure.
void LookAheads::add_contexts(std::uint32_t closure, EpsilonFreeId lhs) {
  const auto expected = lr0_.expected[closure];
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    if (derives_alone(expected[i], lhs)) {
      edges_.push_back(context(lr0_.expected.begin(closure) + i));
    }
  }
}

/// The same in a single state.
void LookAheads::add_contexts_in(State state, EpsilonFreeId lhs) {
  for (const EpsilonFreeId symbol : lr0_.expected[lr0_.states[state].closure]) {
    if (derives_alone(symbol, lhs)) add_what_follows(state, symbol);
  }
}

void LookAheads::add_what_follows(State state, EpsilonFreeId symbol) {
  const auto kernel = lr0_.kernels[state];
  for (std::uint32_t i = 0; i < kernel.size(); ++i) {
    if (lr0_.rules.after(kernel[i]) != symbol) continue;
    const EpsilonFreeId behind = lr0_.rules.after({kernel[i].rule, kernel[i].dot + 1});
    if (behind == DottedRules::kNothing) edges_.push_back(lr0_.kernels.begin(state) + i);
    else add_beginning(behind);
  }
}

void LookAheads::expand_context(std::uint32_t expected) {
  const std::uint32_t closure = closure_of_expected_[expected];
  const EpsilonFreeId symbol = lr0_.expected[closure][expected - lr0_.expected.begin(closure)];
  for (const State state : states_of_closure_[closure]) add_what_follows(state, symbol);
}

void LookAheads::expand_step(std::uint32_t s) {
  const Lr0::Step& at = lr0_.steps[s];
  for (std::uint32_t i = 0; i < at.rule_count; ++i) {
    const std::uint32_t rule = lr0_.rules_of_steps[at.first_rule + i];
    const EpsilonFreeId behind = lr0_.rules.after({rule, 1});
    if (behind != DottedRules::kNothing) add_beginning(behind);
    else edges_.push_back(step(lr0_.find_step(closure_of_step_[s], lr0_.rules.lhs[rule])));
  }
}

void LookAheads::expand_first(EpsilonFreeId nonterminal) {
  const DottedRules& rules = lr0_.rules;
  for (std::uint32_t r = rules.rules_begin(nonterminal); r < rules.rules_end(nonterminal); ++r) {
    add_beginning(rules.after({r, 0}));
  }
}

/// Adds FIRST(symbol) to the node being opened.
void LookAheads::add_beginning(EpsilonFreeId symbol) {
  if (!lr0_.rules.terminal(symbol)) {
    edges_.push_back(first(symbol));
    return;
  }
  pending_[pending_.size() - words_ + symbol / 64] |= std::uint64_t{1} << (symbol % 64);
}

/// Does `from` derive the nonterminal `to` by unit rules alone?
bool LookAheads::derives_alone(EpsilonFreeId from, EpsilonFreeId to) {
  const DottedRules& rules = lr0_.rules;
  if (from == to) return true;
  if (rules.terminal(from)) return false;
  std::vector<bool>& alone = alone_[from - rules.terminal_count];
  if (alone.empty()) {
    alone.resize(rules.symbol_count - rules.terminal_count, false);
    std::vector<EpsilonFreeId> todo{from};
    while (!todo.empty()) {
      const EpsilonFreeId lhs = todo.back();
      todo.pop_back();
      for (std::uint32_t r = rules.rules_begin(lhs); r < rules.rules_end(lhs); ++r) {
        const EpsilonFreeId only = rules.after({r, 0});
        if (rules.terminal(only) || rules.after({r, 1}) != DottedRules::kNothing) continue;
        if (alone[only - rules.terminal_count]) continue;
        alone[only - rules.terminal_count] = true;
        todo.push_back(only);
      }
    }
  }
  return alone[to - rules.terminal_count];
}

std::size_t LookAheads::bytes() const {
  const std::size_t numbers = mark_.size() + state_of_item_.size() + closure_of_step_.size() +
                              closure_of_expected_.size() + predecessors_.elements.size() +
                              steps_to_.elements.size() + states_of_closure_.elements.size();
  return numbers * sizeof(std::uint32_t) + sets_.bytes();
}

}  // namespace grabr
