// Two literals match at one place when one begins with the other. A token and a literal do when the
// token's automaton accepts on its way along the literal or can go on behind it. Two tokens do when
// their automata, walking side by side, come to a pair of states of which one accepts and the other
// can go on (or accepts, too). Tested by text_terminal_test.cc.
#include "parse/text_terminal.h"

#include <algorithm>
#include <set>

namespace grabr {
namespace {

constexpr std::size_t kMaxPairs = 10'000;

bool match_together(const ScanTable& token, std::string_view literal) {
  std::uint32_t row = token.start;
  for (const char c : literal) {
    row = token.step(row, static_cast<unsigned char>(c));
    if (row == Dfa::kDead) return false;
    if (row >= token.first_accepting) return true;
  }
  return true;
}

/// True, too, when that would take too long to find out.
bool match_together(const ScanTable& a, const ScanTable& b) {
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::set<Pair> seen{{a.start, b.start}};
  std::vector<Pair> todo{{a.start, b.start}};
  while (!todo.empty()) {
    const Pair from = todo.back();
    todo.pop_back();
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      const Pair to{a.step(from.first, byte), b.step(from.second, byte)};
      if (to.first == Dfa::kDead || to.second == Dfa::kDead) continue;
      if (to.first >= a.first_accepting || to.second >= b.first_accepting) return true;
      if (seen.insert(to).second) todo.push_back(to);
    }
    if (seen.size() > kMaxPairs) return true;
  }
  return false;
}

/// Calls found(longer, shorter) for each literal that begins with another.
template <class Found>
void for_each_prefix(const std::vector<TextTerminal>& terminals, const Found& found) {
  std::vector<std::uint32_t> literals;
  for (std::uint32_t t = 0; t < terminals.size(); ++t) {
    if (!terminals[t].token()) literals.push_back(t);
  }
  std::sort(literals.begin(), literals.end(), [&](std::uint32_t a, std::uint32_t b) {
    return terminals[a].literal < terminals[b].literal;
  });
  std::vector<std::uint32_t> prefixes;  // of the literal at hand, each of the next one
  for (const std::uint32_t t : literals) {
    while (!prefixes.empty() && !terminals[t].literal.starts_with(terminals[prefixes.back()].literal)) {
      prefixes.pop_back();
    }
    for (const std::uint32_t prefix : prefixes) found(t, prefix);
    prefixes.push_back(t);
  }
}

}  // namespace

ByteSet TextTerminal::first() const {
  if (token()) return texts->first;
  return ByteSet().set(static_cast<unsigned char>(literal[0]));
}

bool Rivals::rivals(const TextTerminal& a, const TextTerminal& b) {
  if (!b.token()) return match_together(a.texts->table, b.literal);
  if ((a.texts->first & b.texts->first).none()) return false;
  const auto [entry, added] = known_.try_emplace({a.symbol, b.symbol}, false);
  if (added) entry->second = match_together(a.texts->table, b.texts->table);
  return entry->second;
}

std::vector<std::vector<std::uint32_t>> Rivals::find(const std::vector<TextTerminal>& terminals) {
  std::vector<std::vector<std::uint32_t>> result(terminals.size());
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    result[a].push_back(b);
    result[b].push_back(a);
  };
  for_each_prefix(terminals, add);
  for (std::uint32_t a = 0; a < terminals.size(); ++a) {
    if (!terminals[a].token()) continue;
    for (std::uint32_t b = 0; b < terminals.size(); ++b) {
      const bool other_way = terminals[b].token() && b <= a;
      if (!other_way && rivals(terminals[a], terminals[b])) add(a, b);
    }
  }
  for (auto& list : result) std::sort(list.begin(), list.end());
  return result;
}

}  // namespace grabr
