// FIRST and FOLLOW sets are least solutions of "this set contains that one", computed component by
// component of the inclusion graph, each set once (as F. DeRemer and T. Pennello, "Efficient
// computation of LALR(1) look-ahead sets", 1982, do for theirs). Tested by terminal_sets_test.cc.
#include "parse/lr/terminal_sets.h"

#include <algorithm>

#include "grammar/analyse/digraph.h"

namespace grabr {
namespace {

/// An edge a → b means that the set of a contains that of b.
void include(std::vector<std::uint64_t>& sets, std::size_t words,
             std::span<const Digraph::Edge> inclusions, std::size_t symbol_count) {
  const Digraph graph(static_cast<std::uint32_t>(symbol_count), inclusions);
  const Components components(graph);
  const auto merge = [&](std::uint32_t into, std::uint32_t from) {
    for (std::size_t w = 0; w < words; ++w) sets[into * words + w] |= sets[from * words + w];
  };
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    const auto members = components.members(c);
    for (const std::uint32_t member : members) {
      for (const std::uint32_t target : graph.from(member)) merge(member, target);
      merge(members[0], member);
    }
    for (const std::uint32_t member : members) merge(member, members[0]);
  }
}

}  // namespace

TerminalSets::TerminalSets(const LoweredGrammar& grammar) {
  std::vector<bool> used(grammar.symbols.size(), false);
  for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
    for (const LoweredId symbol : grammar.rhs(r)) used[symbol] = true;
  }
  for (LoweredId s = 0; s < used.size(); ++s) {
    if (used[s] && grammar.terminal(s)) terminals_.push_back(s);
  }
  words_ = (terminals_.size() + 63) / 64;
  find_first(grammar);
  find_follow(grammar);
}

std::uint32_t TerminalSets::place(LoweredId terminal) const {
  const auto found = std::lower_bound(terminals_.begin(), terminals_.end(), terminal);
  return static_cast<std::uint32_t>(found - terminals_.begin());
}

void TerminalSets::find_first(const LoweredGrammar& grammar) {
  first_.resize(grammar.symbols.size() * words_);
  for (std::size_t t = 0; t < terminals_.size(); ++t) {
    first_[terminals_[t] * words_ + t / 64] |= std::uint64_t{1} << (t % 64);
  }
  std::vector<Digraph::Edge> inclusions;
  for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
    for (const LoweredId symbol : grammar.rhs(r)) {
      inclusions.emplace_back(grammar.rules[r].lhs, symbol);
      if (!grammar.symbols[symbol].nullable) break;
    }
  }
  include(first_, words_, inclusions, grammar.symbols.size());
}

/// From the right end of each rule: adds the terminals with which the rest begins and, while the
/// rest is nullable, those that follow the left-hand side.
void TerminalSets::find_follow(const LoweredGrammar& grammar) {
  follow_.resize(grammar.symbols.size() * words_);
  std::vector<Digraph::Edge> inclusions;
  std::vector<std::uint64_t> rest(words_);
  for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
    const auto rhs = grammar.rhs(r);
    std::fill(rest.begin(), rest.end(), 0);
    bool rest_nullable = true;
    for (std::size_t k = rhs.size(); k-- > 0;) {
      if (rest_nullable) inclusions.emplace_back(rhs[k], grammar.rules[r].lhs);
      const bool nullable = grammar.symbols[rhs[k]].nullable;
      for (std::size_t w = 0; w < words_; ++w) {
        follow_[rhs[k] * words_ + w] |= rest[w];
        rest[w] = (nullable ? rest[w] : 0) | first_[rhs[k] * words_ + w];
      }
      rest_nullable &= nullable;
    }
  }
  include(follow_, words_, inclusions, grammar.symbols.size());
}

}  // namespace grabr
