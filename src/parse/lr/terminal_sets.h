// FIRST and FOLLOW of a lowered grammar as sets of its terminals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

/// A set of terminals, one bit each, by index in TerminalSets::terminals.
using TerminalBits = std::span<const std::uint64_t>;

inline bool contains(TerminalBits set, std::uint32_t terminal) {
  return set[terminal / 64] >> (terminal % 64) & 1;
}

class TerminalSets {
 public:
  explicit TerminalSets(const LoweredGrammar& grammar);

  /// Terminals that occur on some right-hand side, in ascending order.
  const std::vector<LoweredId>& terminals() const { return terminals_; }
  std::size_t words() const { return words_; }
  bool mentions(LoweredId terminal) const {
    return std::binary_search(terminals_.begin(), terminals_.end(), terminal);
  }
  /// Index in terminals() of a terminal that is there.
  std::uint32_t place(LoweredId terminal) const;

  /// Terminals with which texts of the symbol begin.
  TerminalBits first(LoweredId symbol) const { return {first_.data() + symbol * words_, words_}; }
  /// Terminals that may follow the symbol, a terminal or not, in any sentential form. Excludes the
  /// end of the text.
  TerminalBits follow(LoweredId symbol) const { return {follow_.data() + symbol * words_, words_}; }

 private:
  std::vector<LoweredId> terminals_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> first_;   // by symbol
  std::vector<std::uint64_t> follow_;  // by symbol

  void find_first(const LoweredGrammar& grammar);
  void find_follow(const LoweredGrammar& grammar);
};

}  // namespace grabr
