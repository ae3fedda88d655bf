// Sets of terminals in contextual lexing: those that can still end after a state of the automaton,
// and those that are searched for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "grammar/lex/dfa.h"
#include "grammar/model/terminal_set.h"

namespace grabr {

/// For each state of an automaton, the terminals that can still end after it: those that it, or a
/// state reachable from it, accepts.
class LiveTerminals {
 public:
  LiveTerminals() = default;
  /// `ranked`: the symbol of each rank.
  LiveTerminals(const Dfa& dfa, const std::vector<SymbolId>& ranked);

  /// The number of a state's set; states with equal sets share it.
  std::uint32_t of_state(std::uint32_t state) const { return of_state_[state]; }

  /// If there are no sets, everything counts as alive.
  bool intersects(std::uint32_t set, const TerminalSet& terminals) const {
    if (words_ == 0) return true;
    const std::uint64_t* const row = rows_.data() + std::size_t{set} * words_;
    const auto other = terminals.words();
    const std::size_t count = std::min(words_, other.size() - std::min(first_word_, other.size()));
    for (std::size_t i = 0; i < count; ++i) {
      if ((row[i] & other[first_word_ + i]) != 0) return true;
    }
    return false;
  }

  bool contains(std::uint32_t set, SymbolId terminal) const {
    const std::size_t word = terminal / 64;
    if (word < first_word_ || word >= first_word_ + words_) return false;
    return (rows_[set * words_ + word - first_word_] >> terminal % 64 & 1) != 0;
  }

 private:
  std::size_t first_word_ = 0;  // nonterminals come first: words without a terminal are left out
  std::size_t words_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint32_t> of_state_;
};

/// A set of terminals that is searched for at many places, with cached answers for each of the
/// lexer's own sets, computed on first use.
class WantedTerminals {
 public:
  WantedTerminals() = default;
  explicit WantedTerminals(TerminalSet set) : set_(std::move(set)) {}

  const TerminalSet& set() const { return set_; }

 private:
  friend class Lexer;
  enum class Alive : std::uint8_t { kUnknown, kNo, kYes };
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::uint32_t kNone = kUnknown - 1;   ///< none of the set ends there
  static constexpr std::uint32_t kTaken = kUnknown - 2;  ///< one does, but as a reserved word

  TerminalSet set_;
  std::vector<Alive> alive_;           // by set of live terminals: does it intersect this set?
  std::vector<std::uint32_t> choice_;  // by set of accepted terminals: index of the preferred one
};

}  // namespace grabr
