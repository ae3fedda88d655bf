// Does the work of match_viable in one walk: keeps only the longest ending with a wanted terminal,
// because that is the answer. Rare cases (a matcher that opens, a literal inside a word, recorded
// dead ends) are left to match_viable. Tested by contextual_lexer_test.cc against match_viable.
#include <algorithm>

#include "grammar/lex/lexer.h"
#include "grammar/lex/scan_memory.h"

namespace grabr {

/// Index in set_members_ of the preferred wanted terminal of a set.
std::uint32_t Lexer::choose(std::uint32_t accepts, const WantedTerminals& wanted) const {
  const auto is_wanted = [&](SymbolId terminal) { return wanted.set_.contains(terminal); };
  const auto members = accepted(accepts);
  const auto first = std::find_if(members.begin(), members.end(), is_wanted);
  if (first != members.end()) {
    return sets_[accepts].begin + static_cast<std::uint32_t>(first - members.begin());
  }
  return std::ranges::any_of(taken(accepts), is_wanted) ? WantedTerminals::kTaken
                                                        : WantedTerminals::kNone;
}

bool Lexer::opens_wanted(std::uint32_t row, const WantedTerminals& wanted) const {
  return std::ranges::any_of(opens_[table_.note(row, kOpens)], [&](std::uint32_t matcher) {
    return wanted.set_.contains(matchers_[matcher].symbol);
  });
}

Match Lexer::match_wanted(std::string_view text, std::size_t offset, WantedTerminals& wanted,
                          std::vector<Ending>& scratch, ScanMemory* memory,
                          std::uint32_t* undecided) const {
  constexpr std::size_t kPatience = 16;
  constexpr std::size_t kMaxUndecidedBytes = 256;  // bytes of a match that may be impossible
  using Alive = WantedTerminals::Alive;
  const auto by_endings = [&] { return match_viable(text, offset, wanted.set_, scratch, memory); };
  if (undecided != nullptr) *undecided = kDecided;
  if (table_.next.empty()) return {};
  if (memory != nullptr && DeadEnds::are_noted(*memory, text.size())) return by_endings();
  if (wanted.choice_.empty()) {
    wanted.choice_.assign(sets_.size(), WantedTerminals::kUnknown);
    wanted.alive_.assign(state_count_, Alive::kUnknown);
  }
  std::size_t at = offset;
  std::size_t end = offset;
  std::uint32_t row = table_.start;
  std::uint32_t end_row = 0;
  std::uint32_t best = WantedTerminals::kNone;
  std::uint32_t seen = ~std::uint32_t{0};
  while (at < text.size()) {
    row = table_.advance(row, text, at);
    if (row == Dfa::kDead) break;
    const std::uint32_t live = table_.note(row, kLive);
    if (live != seen) {
      seen = live;
      Alive& alive = wanted.alive_[live];
      if (alive == Alive::kUnknown) {
        alive = live_.intersects(live, wanted.set_) ? Alive::kYes : Alive::kNo;
      }
      if (alive == Alive::kNo) break;
    }
    const bool accepts_here = row >= table_.first_accepting;
    if (undecided != nullptr &&
        at >= (accepts_here ? offset + kMaxUndecidedBytes : end + kPatience)) {
      *undecided = live;
      bytes_scanned += at - offset;
      return {};
    }
    if (!accepts_here) continue;
    if (row >= first_opening_ && opens_wanted(row, wanted)) return by_endings();
    const std::uint32_t accepts = table_.note(row, kAccepts);
    std::uint32_t& choice = wanted.choice_[accepts];
    if (choice == WantedTerminals::kUnknown) choice = choose(accepts, wanted);
    if (choice == WantedTerminals::kNone) continue;
    best = choice;
    end = at;
    end_row = row;
  }
  bytes_scanned += at - offset;
  // The one byte that shows the end of a token does not count as overrun.
  if (memory != nullptr && at > end + 1) memory->overrun += at - end - 1;
  if (best == WantedTerminals::kNone || best == WantedTerminals::kTaken) return {};
  const SymbolId& terminal = set_members_[best];
  if (literal_[terminal] && goes_on(text, end, end_row)) return by_endings();
  return {static_cast<std::uint32_t>(end - offset), std::span(&terminal, 1)};
}

}  // namespace grabr
