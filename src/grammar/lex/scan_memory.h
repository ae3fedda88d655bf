// Caches failed searches while tokenizing one text, so that no stretch is searched repeatedly.
// It makes lexing linear and never changes a result.
//
// Maximal munch is quadratic if long stretches are scanned repeatedly for nothing ("/*/*/*/*…"
// unterminated, by the expression for C's comments). Reps ("Maximal-munch tokenization in linear
// time", TOPLAS 20(2), 1998) records every pair of state and offset from which nothing was
// accepted. Here recording starts only after a text's length of bytes was scanned for nothing, and
// only at one offset in 32: a later walk in the same state will meet the next record.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "grammar/model/terminal_set.h"

namespace grabr {

/// For one matcher of nested tokens: how many openers before a place are closed after it.
struct NestedMemory {
  std::unordered_map<std::uint32_t, std::uint32_t> closed_after;
};

/// For one matcher with delimiters: the last place where each delimiter ends a token.
struct DelimiterMemory {
  std::uint64_t searched = 0;  ///< bytes searched without a match
  bool indexed = false;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> last;  ///< hash and offset, sorted
};

/// The cache for a single text and lexer.
struct ScanMemory {
  static constexpr std::size_t kWholeText = ~std::size_t{0};

  std::uint64_t overrun = 0;  ///< bytes read past the ends of the matches
  /// match(): no match depends on bytes from this offset on; kWholeText if one depends on the
  /// text's end.
  std::size_t reach = 0;
  using Places = std::unordered_set<std::uint64_t>;          ///< row and offset
  Places dead_ends;                                          ///< places after which nothing matches
  std::vector<std::pair<TerminalSet, Places>> dead_ends_of;  ///< after which none of these matches
  std::vector<NestedMemory> nested;                          ///< by matcher
  std::vector<DelimiterMemory> delimiters;                   ///< by matcher

  /// The dead ends of some terminals; null: of all.
  Places& dead_ends_for(const TerminalSet* wanted) {
    if (wanted == nullptr) return dead_ends;
    const auto found = std::find_if(dead_ends_of.begin(), dead_ends_of.end(),
                                    [&](const auto& of) { return of.first == *wanted; });
    if (found != dead_ends_of.end()) return found->second;
    return dead_ends_of.emplace_back(*wanted, Places()).second;
  }

  /// Records that bytes before `end` of a text of `size` bytes were read, and perhaps `past` more.
  void note_reach(std::size_t end, std::size_t past, std::size_t size) {
    reach = std::max(reach, end >= size ? kWholeText : end + past);
  }
};

/// The dead ends in a single walk over a text of `size` bytes, for these terminals, or for all.
class DeadEnds {
 public:
  DeadEnds(ScanMemory* memory, std::size_t size, std::size_t offset,
           const TerminalSet* wanted = nullptr)
      : memory_(memory),
        known_(memory != nullptr && are_noted(*memory, size) ? &memory->dead_ends_for(wanted)
                                                             : nullptr),
        end_(offset),
        block_(offset / kBlock) {}

  /// Were enough bytes scanned for nothing to make recording worthwhile?
  static bool are_noted(const ScanMemory& memory, std::size_t size) {
    return memory.overrun > size + kFreeOverrun;
  }

  void accept(std::size_t end) {
    end_ = end;
    passed_.clear();
  }
  /// Can nothing be accepted from here on?
  bool stop(std::uint32_t row, std::size_t at) {
    if (known_ == nullptr || at / kBlock == block_) return false;
    block_ = at / kBlock;
    passed_.push_back(std::uint64_t{row} << 32 | at);
    return known_->contains(passed_.back());
  }
  /// Ends the walk at text[at], where nothing can match any more.
  void finish(std::size_t at) {
    if (memory_ == nullptr) return;
    memory_->overrun += at - end_;
    if (known_ != nullptr) known_->insert(passed_.begin(), passed_.end());
  }

 private:
  static constexpr std::uint64_t kFreeOverrun = 1 << 16;
  static constexpr std::size_t kBlock = 32;

  ScanMemory* memory_;
  ScanMemory::Places* known_;  ///< null: dead ends are not recorded
  std::size_t end_;
  std::size_t block_;
  std::vector<std::uint64_t> passed_;
};

}  // namespace grabr
