// A nondeterministic automaton over bytes that reads all terminals of a grammar at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "grammar/regex.h"

namespace grabr {

/// Input symbols: 0..255 are bytes of ASCII and of well-formed UTF-8 sequences, 256 + (b - 0x80) is
/// a byte b >= 0x80 that belongs to no such sequence.
inline constexpr std::uint32_t kFirstStraySymbol = 256;
inline constexpr std::uint32_t kSymbolCount = 256 + 128;

/// What a state accepts: the rank of a terminal; the lower one is preferred.
using Rank = std::uint32_t;

class Nfa {
 public:
  struct Edge {
    std::uint16_t first = 0;  ///< input symbols, inclusive
    std::uint16_t last = 0;
    std::uint32_t target = 0;
  };
  struct State {
    std::vector<Edge> edges;
    std::vector<std::uint32_t> empty;  ///< states reached without input
    std::vector<Rank> accepts;
  };

  explicit Nfa(std::size_t state_limit) : states_(1), state_limit_(state_limit) {}
  /// An automaton made elsewhere; it reads from state 0.
  explicit Nfa(std::vector<State> states)
      : states_(std::move(states)), state_limit_(states_.size()) {}

  /// Lets the automaton read `regex` from its start state 0 and accept `rank` at its end. False
  /// when that takes more states than the limit; the automaton is then as before.
  bool add(const Regex& regex, Rank rank);

  const std::vector<State>& states() const { return states_; }

 private:
  std::uint32_t new_state();
  std::uint32_t append(const Regex& regex, std::uint32_t from);
  std::uint32_t append_repeat(const Regex& regex, std::uint32_t from);
  std::uint32_t append_class(const CharClass& chars, std::uint32_t from);
  void append_sequence(const Utf8Sequence& sequence, std::uint32_t from, std::uint32_t to);
  bool full() const { return states_.size() > state_limit_; }

  std::vector<State> states_;
  std::size_t state_limit_;
};

}  // namespace grabr
