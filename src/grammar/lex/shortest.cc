// Breadth-first search from the start state. Moves are tried in order of preference and states are
// queued, so each state is first reached by its shortest text, and among equally short texts by the
// first one. A rank's answer is the text of the first state reached that prefers the rank. The
// automaton covers all terminals, so "a" is never given for an identifier if 'a' is a keyword.
// Ranks that are preferred nowhere get the first text that ends with them, which is enough for
// contextual lexing and for openers. O(n·k). Tested by lexer_test.cc against all short texts.
#include "grammar/lex/shortest.h"

#include <algorithm>

namespace grabr {
namespace {

bool is_printable(std::uint32_t symbol) { return symbol >= 0x20 && symbol < 0x7F; }

struct Letter {
  std::uint32_t symbol_class = 0;
  std::uint32_t symbol = 0;
};

/// One symbol per class, the preferred ones first.
std::vector<Letter> preferred_symbols(const Dfa& dfa, bool with_stray_bytes) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t c = 'a'; c <= 'z'; ++c) order.push_back(c);
  for (std::uint32_t c = '0'; c <= '9'; ++c) order.push_back(c);
  for (const bool printable : {true, false}) {
    for (std::uint32_t c = 0; c < (with_stray_bytes ? kSymbolCount : kFirstStraySymbol); ++c) {
      if (is_printable(c) == printable) order.push_back(c);
    }
  }
  std::vector<bool> taken(dfa.class_count, false);
  std::vector<Letter> letters;
  for (const std::uint32_t symbol : order) {
    if (taken[dfa.class_of[symbol]]) continue;
    taken[dfa.class_of[symbol]] = true;
    letters.push_back({dfa.class_of[symbol], symbol});
  }
  return letters;
}

struct ShortestSearch {
  struct Step {
    std::uint32_t from = Dfa::kDead;
    std::uint32_t symbol = 0;
  };
  std::vector<Step> first;           ///< by state: the move that first reached it
  std::vector<std::uint32_t> found;  ///< states in the order they were reached

  ShortestSearch(const Dfa& dfa, const std::vector<Letter>& letters) : first(dfa.state_count()) {
    std::vector<char> met(dfa.state_count(), 0);
    met[Dfa::kDead] = 1;
    std::vector<std::uint32_t> queue{dfa.start};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::uint32_t* const row = dfa.next.data() + std::size_t{queue[i]} * dfa.class_count;
      for (const Letter letter : letters) {
        const std::uint32_t target = row[letter.symbol_class];
        if (met[target]) continue;
        met[target] = 1;
        first[target] = {queue[i], letter.symbol};
        found.push_back(target);
        if (target != dfa.start) queue.push_back(target);
      }
    }
  }

  std::string text(const Dfa& dfa, std::uint32_t state) const {
    std::string text;
    do {
      const std::uint32_t symbol = first[state].symbol;
      text.push_back(static_cast<char>(
          symbol < kFirstStraySymbol ? symbol : symbol - kFirstStraySymbol + 0x80));
      state = first[state].from;
    } while (state != dfa.start);
    std::reverse(text.begin(), text.end());
    return text;
  }
};

/// Fills in missing texts for the ranks that states prefer, or for all that they accept.
void add_texts(const Dfa& dfa, bool preferred, bool with_stray_bytes,
               std::vector<std::string>& texts) {
  const auto lacking = [&](std::uint32_t state) {
    const auto& all = dfa.accepts[state];
    std::vector<Rank> ranks(all.begin(), preferred && !all.empty() ? all.begin() + 1 : all.end());
    std::erase_if(ranks, [&](Rank rank) { return !texts[rank].empty(); });
    return ranks;
  };
  bool complete = true;
  for (std::uint32_t s = 0; s < dfa.state_count() && complete; ++s) complete = lacking(s).empty();
  if (complete) return;
  const ShortestSearch search(dfa, preferred_symbols(dfa, with_stray_bytes));
  for (const std::uint32_t state : search.found) {
    for (const Rank rank : lacking(state)) texts[rank] = search.text(dfa, state);
  }
}

}  // namespace

std::vector<std::string> shortest_texts(const Dfa& dfa, std::size_t rank_count) {
  std::vector<std::string> texts(rank_count);
  if (dfa.start == Dfa::kDead) return texts;
  for (const bool preferred : {true, false}) {
    for (const bool with_stray_bytes : {false, true}) {
      add_texts(dfa, preferred, with_stray_bytes, texts);
    }
  }
  return texts;
}

}  // namespace grabr
