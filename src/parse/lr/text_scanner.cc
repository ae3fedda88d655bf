// Sets of terminals that may follow different terminals are merged as long as that brings no rivals
// together: usually a single context is left, and scanning does not depend on the previous
// terminal. Tested by auto_tokens_test.cc.
#include "parse/lr/text_scanner.h"

#include <map>
#include <utility>

namespace grabr {
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
