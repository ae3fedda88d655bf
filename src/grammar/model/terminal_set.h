// A set of terminals, one bit per symbol.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

class TerminalSet {
 public:
  TerminalSet() = default;
  explicit TerminalSet(std::size_t symbol_count) : words_((symbol_count + 63) / 64, 0) {}

  void insert(SymbolId symbol) { words_[symbol / 64] |= std::uint64_t{1} << symbol % 64; }
  bool contains(SymbolId symbol) const {
    return symbol / 64 < words_.size() && (words_[symbol / 64] >> symbol % 64 & 1) != 0;
  }
  void erase(SymbolId symbol) { words_[symbol / 64] &= ~(std::uint64_t{1} << symbol % 64); }
  void erase_all(const TerminalSet& other) {
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] &= ~other.words_[i];
  }
  void insert_all(const TerminalSet& other) {
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }
  void keep_all(const TerminalSet& other) {
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] &= other.words_[i];
  }
  bool shares_with(const TerminalSet& other) const {
    const std::size_t words = std::min(words_.size(), other.words_.size());
    for (std::size_t i = 0; i < words; ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }

  /// Is the predicate true of a symbol in the set? It is called in ascending order.
  template <class Is>
  bool any_of(const Is& is) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1) {
        if (is(static_cast<SymbolId>(64 * i + static_cast<std::size_t>(std::countr_zero(left))))) {
          return true;
        }
      }
    }
    return false;
  }

  /// 64 symbols a word, from symbol 0 on.
  std::span<const std::uint64_t> words() const { return words_; }

  bool operator==(const TerminalSet&) const = default;

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace grabr
