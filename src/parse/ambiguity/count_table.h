// The hash table of parse/ambiguity/counts.h: numbers by key, open addressing, no removal. Most of
// the counting time is spent on look-ups, and a node-based table takes three times as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace grabr {

/// A symbol over a span, inside certain other symbols, or the rest of a rule.
struct CountKey {
  std::uint32_t what = 0;  ///< symbol or dotted rule
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t inside = 0;  ///< number of a set of symbols; kRest for a dotted rule

  static constexpr std::uint32_t kRest = ~std::uint32_t{0};
  bool operator==(const CountKey&) const = default;
};

class CountTable {
 public:
  /// Null if the key has no number yet.
  const std::uint64_t* find(const CountKey& key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place(key)];
    return slot.number == kFree ? nullptr : &slot.number;
  }

  /// The key must be new, the number below 2^64 - 1.
  void insert(const CountKey& key, std::uint64_t number) {
    if (3 * (size_ + 1) > 2 * slots_.size()) grow();
    slots_[place(key)] = {key, number};
    ++size_;
  }

  std::size_t memory() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    CountKey key;
    std::uint64_t number = kFree;
  };

  std::vector<Slot> slots_;  // the size is a power of two
  std::size_t size_ = 0;

  /// The key's slot, or the free one where it belongs.
  std::size_t place(const CountKey& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(key) & mask;
    while (slots_[at].number != kFree && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }

  static std::size_t hash(const CountKey& key) {
    std::uint64_t hash = (std::uint64_t{key.what} << 32 | key.inside) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash = (hash ^ (std::uint64_t{key.begin} << 32 | key.end)) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kFree) slots_[place(slot.key)] = slot;
    }
  }
};

}  // namespace grabr
