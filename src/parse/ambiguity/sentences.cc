// Solves two shortest-path problems in turn. First the shortest sentence of each symbol by Knuth's
// generalisation of Dijkstra's algorithm (1977; see grammar/analyse/cheapest.cc): a rule is ready
// once all its symbols are final. Then Dijkstra's own algorithm over the states, where a transition
// costs as much as its symbol's shortest sentence. Ties go to the lower-numbered rule or state.
// Tested by tests/parse/conflicts_test.cc.
#include "parse/ambiguity/sentences.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

using Entry = std::pair<std::uint32_t, std::uint32_t>;  ///< cost, then a rule or state
using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

/// Saturates below kUnknown.
std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  return a < kUnknown - 1 - b ? a + b : kUnknown - 1;
}

}  // namespace

Sentences::Sentences(const EpsilonFreeGrammar& grammar, const Automaton& automaton)
    : grammar_(grammar), automaton_(automaton) {
  find_shortest_derivations();
  find_shortest_paths();
}

void Sentences::find_shortest_derivations() {
  cost_.assign(grammar_.symbol_count, kUnknown);
  best_rule_.assign(grammar_.symbol_count, kUnknown);
  std::vector<std::vector<std::uint32_t>> used_in(grammar_.symbol_count);
  std::vector<std::uint32_t> missing, total(grammar_.rules.size(), 0);
  for (std::uint32_t r = 0; r < grammar_.rules.size(); ++r) {
    missing.push_back(grammar_.rules[r].size);
    for (const EpsilonFreeId symbol : grammar_.rhs(r)) used_in[symbol].push_back(r);
  }
  Queue ready;
  const auto settle = [&](EpsilonFreeId symbol, std::uint32_t cost) {
    cost_[symbol] = cost;
    for (const std::uint32_t rule : used_in[symbol]) {
      total[rule] = sum(total[rule], cost);
      if (--missing[rule] == 0) ready.emplace(total[rule], rule);
    }
  };
  for (EpsilonFreeId symbol = 0; symbol < grammar_.terminal_count; ++symbol) settle(symbol, 1);
  while (!ready.empty()) {
    const auto [cost, rule] = ready.top();
    ready.pop();
    const EpsilonFreeId lhs = grammar_.rules[rule].lhs;
    if (cost_[lhs] != kUnknown) continue;
    best_rule_[lhs] = rule;
    settle(lhs, cost);
  }
}

void Sentences::find_shortest_paths() {
  distance_.assign(automaton_.state_count(), kUnknown);
  from_.assign(automaton_.state_count(), Automaton::kStart);
  Queue open;
  distance_[Automaton::kStart] = 0;
  open.emplace(0, Automaton::kStart);
  while (!open.empty()) {
    const Entry at = open.top();
    open.pop();
    if (at.first != distance_[at.second]) continue;
    automaton_.lr0().for_each_transition(at.second, [&](EpsilonFreeId symbol, State target) {
      if (cost_[symbol] == kUnknown) return;
      const std::uint32_t distance = sum(at.first, cost_[symbol]);
      if (distance >= distance_[target]) return;
      distance_[target] = distance;
      from_[target] = at.second;
      open.emplace(distance, target);
    });
  }
}

std::vector<EpsilonFreeId> Sentences::prefix(State state, std::size_t most) const {
  if (distance_[state] > most) return {};
  std::vector<EpsilonFreeId> todo;  // the next symbol is last
  for (; state != Automaton::kStart; state = from_[state]) {
    todo.push_back(automaton_.entered_by(state));
  }
  std::vector<EpsilonFreeId> terminals;
  while (!todo.empty()) {
    const EpsilonFreeId symbol = todo.back();
    todo.pop_back();
    if (grammar_.terminal(symbol)) {
      terminals.push_back(symbol);
      continue;
    }
    const auto rhs = grammar_.rhs(best_rule_[symbol]);
    todo.insert(todo.end(), rhs.rbegin(), rhs.rend());
  }
  return terminals;
}

}  // namespace grabr
