// A hash table that can be cleared in constant time, for the parser's data about the current
// position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grabr {

class LevelMap {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  LevelMap() : slots_(64) {}

  void clear() {
    count_ = 0;
    if (++round_ != 0) return;
    std::fill(slots_.begin(), slots_.end(), Slot());
    round_ = 1;
  }
  /// The value of (a, b), kNone if new.
  std::uint32_t& at(std::uint32_t a, std::uint32_t b) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(std::uint64_t{a} << 32 | b)];
    if (slot.round != round_) {
      slot = {std::uint64_t{a} << 32 | b, round_, kNone};
      ++count_;
    }
    return slot.value;
  }
  /// The same; kNone if the key is not there.
  std::uint32_t get(std::uint32_t a, std::uint32_t b) const {
    const Slot& slot = slots_[place_of(std::uint64_t{a} << 32 | b)];
    return slot.round == round_ ? slot.value : kNone;
  }
  std::size_t memory_bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t round = 0;
    std::uint32_t value = kNone;
  };

  /// The slot of the key, or the free one where it belongs.
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (key * 0x9e3779b97f4a7c15u) >> 40;; ++i) {
      const Slot& slot = slots_[i & mask];
      if (slot.round != round_ || slot.key == key) return i & mask;
    }
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.round == round_) slots_[place_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::uint32_t round_ = 1;
  std::size_t count_ = 0;
};

}  // namespace grabr
