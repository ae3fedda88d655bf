// Classifies symbols bottom-up, by the strongly connected components of the graph "A uses B" in
// topological order. Linear in the size of the grammar.
//
//   <int> → <digit> <int> | <digit>          right-linear, rounds of one byte
//   <sum> → <int> | <sum> '+' <int>          left-linear, rounds of any length
//   <paren> → '(' <paren> ')' | ε            recursive in the middle: taken as irregular
//
// Tested by regular_test.cc.
#include "parse/lr/regular.h"

#include <algorithm>

namespace grabr {
namespace {

Digraph uses(const LoweredGrammar& grammar) {
  std::vector<Digraph::Edge> edges;
  for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
    for (const LoweredId symbol : grammar.rhs(r)) edges.emplace_back(grammar.rules[r].lhs, symbol);
  }
  return {static_cast<std::uint32_t>(grammar.symbols.size()), edges};
}

}  // namespace

RegularSymbols::RegularSymbols(const LoweredGrammar& grammar)
    : grammar_(&grammar), components_(uses(grammar)), properties_(grammar.symbols.size()) {
  for (std::uint32_t c = 0; c < components_.count(); ++c) {
    const auto members = components_.members(c);
    const Properties found = of_component(members);
    for (const LoweredId member : members) properties_[member] = found;
  }
}

RegularSymbols::Properties RegularSymbols::of_component(std::span<const LoweredId> members) const {
  if (grammar_->terminal(members[0])) return {Shape::kNotRecursive, 1, 1, 0};
  Properties result{shape_of(members), 1, 0, 0};
  for (const LoweredId member : members) {
    const auto [first, end] = rules_of(*grammar_, member);
    for (std::uint32_t r = first; r < end && result.shape != Shape::kIrregular; ++r) {
      add_rule(r, result);
    }
  }
  if (result.shape == Shape::kIrregular) return {};
  if (result.shape != Shape::kNotRecursive) result.longest = kMany;
  return result;
}

void RegularSymbols::add_rule(std::uint32_t rule, Properties& result) const {
  bool repeats = false;
  std::uint32_t length = 0;  // of the parts outside the loop
  for (const LoweredId symbol : grammar_->rhs(rule)) {
    if (in_one_loop(symbol, grammar_->rules[rule].lhs)) {
      repeats = true;
      continue;
    }
    const Properties& part = properties_[symbol];
    if (part.shape == Shape::kIrregular) result.shape = Shape::kIrregular;
    result.states = std::min(result.states + part.states, kMany);
    result.longest_round = std::max(result.longest_round, part.longest_round);
    length = std::min(length + part.longest, kMany);
  }
  result.states = std::min(result.states + 1, kMany);
  result.longest = std::max(result.longest, length);
  if (repeats) result.longest_round = std::max(result.longest_round, length);
}

RegularSymbols::Shape RegularSymbols::shape_of(std::span<const LoweredId> members) const {
  bool recursive = false;
  bool right = true;
  bool left = true;
  for (const LoweredId member : members) {
    const auto [first, end] = rules_of(*grammar_, member);
    for (std::uint32_t r = first; r < end; ++r) {
      const auto rhs = grammar_->rhs(r);
      for (std::size_t k = 0; k < rhs.size(); ++k) {
        if (!in_one_loop(rhs[k], member)) continue;
        recursive = true;
        right &= k + 1 == rhs.size();
        left &= k == 0;
      }
    }
  }
  if (!recursive) return Shape::kNotRecursive;
  if (right) return Shape::kRightLinear;
  return left ? Shape::kLeftLinear : Shape::kIrregular;
}

}  // namespace grabr
