// Deterministic automata over the input symbols of nfa.h: subset construction and minimisation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "grammar/lex/nfa.h"

namespace grabr {

/// State 0 is dead: nothing is accepted there or after it. Symbols that no state distinguishes
/// share a class; `next` has one row of `class_count` entries per state.
struct Dfa {
  static constexpr std::uint32_t kDead = 0;

  std::array<std::uint16_t, kSymbolCount> class_of{};
  std::uint32_t class_count = 1;
  std::uint32_t start = kDead;
  std::vector<std::uint32_t> next;
  std::vector<std::vector<Rank>> accepts;  ///< by state: the ranks accepted there, best first

  std::uint32_t state_count() const { return static_cast<std::uint32_t>(accepts.size()); }
  std::uint32_t step(std::uint32_t state, std::uint32_t symbol) const {
    return next[state * class_count + class_of[symbol]];
  }
};

/// Bounds the memory and the time of the subset construction.
struct DfaLimits {
  std::uint32_t states = 50'000;
  std::uint64_t moves = 50'000'000;  ///< total NFA moves examined
};

/// Nothing if a limit is exceeded.
std::optional<Dfa> determinise(const Nfa& nfa, const DfaLimits& limits);

/// The minimal automaton that keeps the `accepts` of every text. Accepting states come last, and
/// among them those that accept a rank from `late` on.
Dfa minimise(const Dfa& dfa, Rank late = ~Rank{0});

/// Merges symbols with equal columns into one class.
void merge_classes(Dfa& dfa);

}  // namespace grabr
