// Where each node of a tree is stored: a number by node, equal for consecutive nodes that are
// stored together, such as those of a chain: a run. In C there are a dozen nodes per token, but
// only two or three runs.
//
// A block describes 64 consecutive nodes. It has a bit for each node that begins a run, and the
// place of its runs' numbers. So counting the bits up to a node finds its number. Splitting a run
// needs more room: a full block moves, and a later block of the same size reuses its old room.
// Tested by tests/tree/place_table_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "text/memory.h"

namespace grabr {

class PlaceTable {
 public:
  PlaceTable() = default;
  PlaceTable(const PlaceTable& other) = default;
  PlaceTable(PlaceTable&& other) noexcept { swap(other); }
  PlaceTable& operator=(PlaceTable other) noexcept {
    swap(other);
    return *this;
  }
  ~PlaceTable() = default;

  std::size_t size() const { return size_; }
  /// Needed whenever a node is read: a function call would cost a third more time.
  [[gnu::always_inline]] std::uint32_t operator[](std::size_t node) const {
    if (node >= size_) [[unlikely]]
      no_such_node();
    const Block& block = blocks_[node / kBlock];
    return places_[block.first + run_of(block, node % kBlock)];
  }

  /// Adds a run.
  void append(std::size_t count, std::uint32_t place) {
    while (count > 0) {
      const std::size_t at = size_ % kBlock;
      if (at == 0) open_block();
      const std::size_t some = std::min(count, kBlock - at);
      blocks_.back().starts |= std::uint64_t{1} << at;
      places_[blocks_.back().first + runs_++] = place;
      size_ += some;
      count -= some;
    }
  }
  void push_back(std::uint32_t place) { append(1, place); }

  /// Sets the place of consecutive nodes that are in one run.
  void set(std::size_t node, std::size_t count, std::uint32_t place);

 private:
  static constexpr std::uint32_t kBlock = 64;
  static constexpr std::uint32_t kStep = 4;  ///< step in which a block's room grows
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Block {
    std::uint64_t starts = 0;  ///< bit by node: does it begin a run? The first one does
    std::uint32_t first = 0;   ///< index of its first number in places_
    std::uint32_t room = 0;    ///< how many numbers fit there
  };

  [[noreturn]] static void no_such_node();
  static std::uint32_t run_of(const Block& block, std::size_t at) {
    return static_cast<std::uint32_t>(std::popcount(block.starts << (kBlock - 1 - at))) - 1;
  }

  void swap(PlaceTable& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(places_, other.places_);
    std::swap(size_, other.size_);
    std::swap(runs_, other.runs_);
    std::swap(left_, other.left_);
  }
  void open_block();
  void set_in_block(std::size_t node, std::size_t count, std::uint32_t place);
  void move_to_room(Block& block, std::uint32_t runs, std::uint32_t steps);
  std::uint32_t take_room(std::uint32_t steps);

  LargeArray<Block> blocks_;
  LargeArray<std::uint32_t> places_;
  std::size_t size_ = 0;
  std::uint32_t runs_ = 0;  ///< runs in the last block
  /// By size, in steps: unused room; its first word is the index of the next unused room.
  using Left = std::array<std::uint32_t, kBlock / kStep + 1>;
  Left left_ = nothing_left();

  static constexpr Left nothing_left() {
    Left none{};
    none.fill(kNone);
    return none;
  }
};

}  // namespace grabr
