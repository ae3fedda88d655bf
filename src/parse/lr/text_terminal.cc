// Two literals match at one place if one begins with the other. A token and a literal do if the
// token's automaton accepts somewhere along the literal or can continue after it. Two tokens do if
// their automata, run in parallel, reach a pair of states where one accepts and the other accepts
// or can continue. Tested by text_terminal_test.cc.
#include "parse/lr/text_terminal.h"

#include <algorithm>
#include <set>

namespace grabr {
namespace {

constexpr std::uint64_t kMaxSteps = 1'000'000;  // of two automata in parallel, over all pairs

bool match_along(const ScanTable& token, std::string_view literal) {
  std::uint32_t row = token.start;
  for (const char c : literal) {
    row = token.step(row, static_cast<unsigned char>(c));
    if (row == Dfa::kDead) return false;
    if (row >= token.first_accepting) return true;
  }
  return true;
}

}  // namespace

/// Also true if it would take too long to find out.
bool Rivals::match_together(const TokenTexts& a, const TokenTexts& b) {
  std::set<Pair> seen;
  todo_.assign(1, {a.table.start, b.table.start});
  bool found = false;
  while (!todo_.empty() && !found && steps_ < kMaxSteps) {
    const Pair from = todo_.back();
    todo_.pop_back();
    const ByteSet both =
        a.next[from.first / a.table.row_size] & b.next[from.second / b.table.row_size];
    both.for_each([&](unsigned char byte) {
      const Pair to{a.table.step(from.first, byte), b.table.step(from.second, byte)};
      found |= to.first >= a.table.first_accepting || to.second >= b.table.first_accepting;
      if (!found && seen.insert(to).second) todo_.push_back(to);
      ++steps_;
    });
  }
  return found || steps_ >= kMaxSteps;
}

namespace {

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
  std::vector<std::uint32_t> prefixes;  // of the current literal, each of the next one
  for (const std::uint32_t t : literals) {
    while (!prefixes.empty() &&
           !terminals[t].literal.starts_with(terminals[prefixes.back()].literal)) {
      prefixes.pop_back();
    }
    for (const std::uint32_t prefix : prefixes) found(t, prefix);
    prefixes.push_back(t);
  }
}

}  // namespace

ByteSet TextTerminal::first() const {
  if (token()) return texts->first();
  ByteSet result;
  result.add(static_cast<unsigned char>(literal[0]));
  return result;
}

bool Rivals::rivals(const TextTerminal& a, const TextTerminal& b) {
  if (!b.token()) return match_along(a.texts->table, b.literal);
  if ((a.texts->first() & b.texts->first()).empty()) return false;
  const auto [entry, added] = known_.try_emplace({a.symbol, b.symbol}, false);
  if (added) entry->second = match_together(*a.texts, *b.texts);
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
