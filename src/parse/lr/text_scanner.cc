// Two literals match at one place if one begins with the other. A token and a literal do if the
// token's automaton accepts somewhere along the literal or can continue after it. Two tokens do if
// their automata, run in parallel, reach a pair of states where one accepts and the other accepts
// or can continue. Tested by text_scanner_test.cc.
#include "parse/lr/text_scanner.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

// Sets of terminals that may follow different terminals are merged as long as that brings no rivals
// together: usually a single context is left, and scanning does not depend on the previous
// terminal. Tested by auto_tokens_test.cc.

namespace {

/// Merges sets without rivals between them, first fit.
class SetUnion {
 public:
  using Set = std::vector<std::uint64_t>;

  SetUnion(std::size_t words, const std::vector<std::vector<std::uint32_t>>& rivals)
      : words_(words), rivals_(rivals) {
    for (std::uint32_t t = 0; t < rivals.size(); ++t) {
      if (!rivals[t].empty()) contested_.push_back(t);
    }
  }

  std::uint32_t add(TerminalBits set) {
    const auto next = static_cast<std::uint32_t>(unions_.size());
    const auto [entry, added] = place_of_.try_emplace(Set(set.begin(), set.end()), next);
    if (!added) return entry->second;
    for (std::uint32_t i = 0; i < unions_.size() && i < kTried; ++i) {
      if (!fits(set, unions_[i])) continue;
      for (std::size_t w = 0; w < words_; ++w) unions_[i][w] |= set[w];
      return entry->second = i;
    }
    unions_.push_back(entry->first);
    return next;
  }

  const std::vector<Set>& unions() const { return unions_; }

 private:
  static constexpr std::uint32_t kTried = 8;

  bool fits(TerminalBits set, TerminalBits into) const {
    for (const std::uint32_t t : contested_) {
      if (!contains(set, t)) continue;
      for (const std::uint32_t rival : rivals_[t]) {
        if (contains(into, rival)) return false;
      }
    }
    return true;
  }

  std::size_t words_;
  const std::vector<std::vector<std::uint32_t>>& rivals_;
  std::vector<std::uint32_t> contested_;  // terminals with rivals
  std::vector<Set> unions_;
  std::map<Set, std::uint32_t> place_of_;
};

}  // namespace

TextScanner::TextScanner(const LoweredGrammar& grammar, const TerminalSets& sets,
                         std::vector<TextTerminal> terminals,
                         const std::vector<std::vector<std::uint32_t>>& rivals)
    : terminals_(std::move(terminals)), context_at_start_(grammar.symbols.size(), 0) {
  SetUnion contexts(sets.words(), rivals);
  for (LoweredId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.symbols[s].rule_count > 0) context_at_start_[s] = contexts.add(sets.first(s));
  }
  for (const TextTerminal& t : terminals_) {
    context_after_.push_back(contexts.add(sets.follow(t.id)));
  }
  if (contexts.unions().empty()) contexts_.emplace_back();
  for (const SetUnion::Set& set : contexts.unions()) contexts_.push_back(candidates(set));
}

TextScanner::Candidates TextScanner::candidates(TerminalBits set) const {
  std::vector<std::vector<Candidate>> by_byte(256);
  for (std::uint32_t t = 0; t < terminals_.size(); ++t) {
    if (!contains(set, t)) continue;
    const Candidate candidate{t, terminals_[t].literal.size() == 1};
    terminals_[t].first().for_each([&](unsigned char byte) { by_byte[byte].push_back(candidate); });
  }
  Candidates result;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    result.list.insert(result.list.end(), by_byte[byte].begin(), by_byte[byte].end());
    result.begin[byte + 1] = static_cast<std::uint32_t>(result.list.size());
  }
  return result;
}

TextTokens TextScanner::read(std::string_view text, LoweredId start) const {
  TextTokens result;
  Context context = at_start(start);
  for (std::uint32_t at = 0; at < text.size();) {
    const Match found = match(context, text, at);
    if (found.length == 0) {
      result.stuck_at = at;
      break;
    }
    result.tokens.push_back({terminals_[found.terminal].id, at, at + found.length});
    at += found.length;
    context = after(found.terminal);
  }
  return result;
}

}  // namespace grabr
