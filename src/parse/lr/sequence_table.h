// Stores sequences once each: equal contents get equal numbers, assigned in order of insertion.
//
// Used for the parts of an automaton: kernels, look-ahead sets, lists of actions. Contents are in
// blocks that never move, so a span is valid while the table exists. Numbers depend on the order of
// the calls, never on the hash.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace grabr {

template <class T>
class SequenceTable {
  static_assert(std::has_unique_object_representations_v<T>, "compared as bytes");

 public:
  struct Interned {
    std::uint32_t id = 0;
    bool fresh = false;
  };

  Interned intern(std::span<const T> sequence) {
    if (2 * (size() + 1) > slots_.size()) grow();
    const std::uint32_t hash = hash_of(sequence);
    std::uint32_t& slot = find_slot(sequence, hash);
    if (slot != kFree) return {slot, false};
    slot = size();
    hashes_.push_back(hash);
    data_.push_back(store(sequence));
    begin_.push_back(begin_.back() + static_cast<std::uint32_t>(sequence.size()));
    return {slot, true};
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(data_.size()); }
  std::span<const T> operator[](std::uint32_t id) const {
    return {data_[id], begin_[id + 1] - begin_[id]};
  }
  /// Total number of elements in the sequences before this one; this gives each element a number.
  std::uint32_t begin(std::uint32_t id) const { return begin_[id]; }
  std::uint32_t element_count() const { return begin_.back(); }

  std::size_t bytes() const {
    return element_count() * sizeof(T) + size() * (sizeof(T*) + 8) + slots_.size() * 4;
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  static constexpr std::size_t kBlock = 4096;

  static std::uint32_t hash_of(std::span<const T> sequence) {
    const auto* at = reinterpret_cast<const unsigned char*>(sequence.data());
    std::uint64_t hash = sequence.size_bytes();
    for (std::size_t rest = sequence.size_bytes(); rest > 0;) {
      const std::size_t step = std::min<std::size_t>(rest, 8);
      std::uint64_t word = 0;
      std::memcpy(&word, at, step);
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
      at += step;
      rest -= step;
    }
    return static_cast<std::uint32_t>(hash);
  }

  bool equal(std::uint32_t id, std::span<const T> sequence) const {
    const std::span<const T> known = (*this)[id];
    return known.size() == sequence.size() &&
           (known.empty() || std::memcmp(known.data(), sequence.data(), known.size_bytes()) == 0);
  }

  std::uint32_t& find_slot(std::span<const T> sequence, std::uint32_t hash) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash;; ++at) {
      std::uint32_t& slot = slots_[at & mask];
      if (slot == kFree || (hashes_[slot] == hash && equal(slot, sequence))) return slot;
    }
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), kFree);
    for (std::uint32_t id = 0; id < size(); ++id) {
      std::size_t at = hashes_[id];
      while (slots_[at & (slots_.size() - 1)] != kFree) ++at;
      slots_[at & (slots_.size() - 1)] = id;
    }
  }

  const T* store(std::span<const T> sequence) {
    if (sequence.size() > room_) {
      room_ = std::max(sequence.size(), kBlock / sizeof(T));
      blocks_.push_back(std::make_unique<T[]>(room_));
      next_ = blocks_.back().get();
    }
    T* const stored = next_;
    std::copy(sequence.begin(), sequence.end(), stored);
    next_ += sequence.size();
    room_ -= sequence.size();
    return stored;
  }

  std::vector<std::unique_ptr<T[]>> blocks_;
  T* next_ = nullptr;
  std::size_t room_ = 0;
  std::vector<const T*> data_;
  std::vector<std::uint32_t> begin_{0};
  std::vector<std::uint32_t> hashes_;
  std::vector<std::uint32_t> slots_;  // open addressing
};

}  // namespace grabr
