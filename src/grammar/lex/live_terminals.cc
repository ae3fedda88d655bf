// A state's set is the union of its accepted terminals and the sets of its successors. A work list
// propagates the sets against the direction of the moves until nothing changes. Sets only grow, and
// a move is revisited once per growth of its target's set; lexer automata are nearly trees, where
// that is a handful of times. Tested by contextual_lexer_test.cc against reading on with every
// text.
#include "grammar/lex/live_terminals.h"

#include <algorithm>
#include <map>
#include <utility>

namespace grabr {
namespace {

/// By state: its predecessors, each once.
std::vector<std::vector<std::uint32_t>> find_sources(const Dfa& dfa) {
  std::vector<std::vector<std::uint32_t>> sources(dfa.state_count());
  for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
    for (std::uint32_t c = 0; c < dfa.class_count; ++c) {
      auto& of_target = sources[dfa.next[s * dfa.class_count + c]];
      if (of_target.empty() || of_target.back() != s) of_target.push_back(s);
    }
  }
  return sources;
}

}  // namespace

LiveTerminals::LiveTerminals(const Dfa& dfa, const std::vector<SymbolId>& ranked) {
  if (ranked.empty()) {
    of_state_.assign(dfa.state_count(), 0);
    return;
  }
  first_word_ = *std::min_element(ranked.begin(), ranked.end()) / 64;
  words_ = *std::max_element(ranked.begin(), ranked.end()) / 64 + 1 - first_word_;
  using Row = std::vector<std::uint64_t>;
  std::vector<Row> live(dfa.state_count(), Row(words_, 0));
  std::vector<std::uint32_t> todo;
  for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
    for (const Rank rank : dfa.accepts[s]) {
      live[s][ranked[rank] / 64 - first_word_] |= std::uint64_t{1} << ranked[rank] % 64;
    }
    if (!dfa.accepts[s].empty()) todo.push_back(s);
  }
  const auto sources = find_sources(dfa);
  while (!todo.empty()) {
    const std::uint32_t target = todo.back();
    todo.pop_back();
    for (const std::uint32_t source : sources[target]) {
      bool grew = false;
      for (std::size_t i = 0; i < words_; ++i) {
        const std::uint64_t more = live[target][i] & ~live[source][i];
        live[source][i] |= more;
        grew = grew || more != 0;
      }
      if (grew) todo.push_back(source);
    }
  }
  std::map<Row, std::uint32_t> numbers;
  for (Row& row : live) {
    const auto [entry, fresh] =
        numbers.try_emplace(std::move(row), static_cast<std::uint32_t>(numbers.size()));
    if (fresh) rows_.insert(rows_.end(), entry->first.begin(), entry->first.end());
    of_state_.push_back(entry->second);
  }
}

}  // namespace grabr
