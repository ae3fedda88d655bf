// A nondeterministic automaton over bytes for all terminals of a grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "grammar/lex/regex.h"

namespace grabr {

/// Input symbols: 0..255 are bytes of ASCII and of well-formed UTF-8 sequences; 256 + (b - 0x80) is
/// a byte b >= 0x80 outside such sequences.
inline constexpr std::uint32_t kFirstStraySymbol = 256;
inline constexpr std::uint32_t kSymbolCount = 256 + 128;

/// Identifies an accepted terminal; lower ranks are preferred.
using Rank = std::uint32_t;

/// States are numbers, starting with 0; edges, jumps and accepts are flat lists in order of
/// insertion.
class Nfa {
 public:
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t target = 0;
    std::uint16_t first = 0;  ///< input symbols, inclusive
    std::uint16_t last = 0;
  };
  /// An epsilon transition.
  struct Jump {
    std::uint32_t from = 0;
    std::uint32_t target = 0;
  };
  struct Accept {
    std::uint32_t state = 0;
    Rank rank = 0;
  };

  explicit Nfa(std::size_t state_limit) : state_limit_(state_limit) {}

  /// Adds paths that read `regex` from the start state and accept `rank` at the end. False, leaving
  /// the automaton unchanged, if that exceeds the state limit.
  bool add(const Regex& regex, Rank rank);

  // Manual construction; the start state already exists.
  std::uint32_t new_state() { return state_count_++; }
  void add_edge(std::uint32_t from, std::uint16_t symbol, std::uint32_t target) {
    edges_.push_back({from, target, symbol, symbol});
  }
  void add_jump(std::uint32_t from, std::uint32_t target) { jumps_.push_back({from, target}); }
  void accept(std::uint32_t state, Rank rank) { accepts_.push_back({state, rank}); }

  std::uint32_t state_count() const { return state_count_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Jump>& jumps() const { return jumps_; }
  const std::vector<Accept>& accepts() const { return accepts_; }
  /// Are the jumps from each state in order of preference, as lazy repetitions need?
  bool ordered() const { return ordered_; }

 private:
  std::uint32_t append(const Regex& regex, std::uint32_t from);
  std::uint32_t append_repeat(const Regex& regex, std::uint32_t from);
  std::uint32_t append_lazy(const Regex& regex, std::uint32_t from);
  std::uint32_t append_ordered_repeat(const Regex& regex, std::uint32_t from);
  std::uint32_t append_class(const CharClass& chars, std::uint32_t from);
  void append_sequences(CodeRange codes, std::uint32_t from, std::uint32_t to);
  bool full() const { return state_count_ > state_limit_; }

  std::uint32_t state_count_ = 1;
  std::vector<Edge> edges_;
  std::vector<Jump> jumps_;
  std::vector<Accept> accepts_;
  std::size_t state_limit_;
  bool ordered_ = false;
};

}  // namespace grabr
