// Nodes by number, in fixed-size blocks: growing copies nothing and leaves no large unused
// capacity.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace grabr {

template <class Node>
class NodeStore {
 public:
  NodeStore() = default;
  NodeStore(const NodeStore& other) : size_(other.size_), freed_(other.freed_) {
    for (const Block& block : other.blocks_) {
      blocks_.push_back(std::make_unique<Node[]>(kBlock));
      if (block) std::copy_n(block.get(), kBlock, blocks_.back().get());
    }
  }
  NodeStore(NodeStore&& other) noexcept
      : blocks_(std::move(other.blocks_)),
        size_(std::exchange(other.size_, 0)),
        freed_(std::exchange(other.freed_, 0)) {}
  NodeStore& operator=(NodeStore other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(size_, other.size_);
    std::swap(freed_, other.freed_);
    return *this;
  }
  ~NodeStore() = default;

  std::size_t size() const { return size_; }
  /// Not checked here: tree/place_table.h has already checked that the node exists.
  const Node& operator[](std::size_t i) const { return *at(i); }
  Node& operator[](std::size_t i) { return *at(i); }

  void push_back(const Node& node) {
    if (size_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<Node[]>(kBlock));
    (*this)[size_++] = node;
  }
  void pop_back() { --size_; }
  /// Frees blocks that only hold nodes before this one, which will not be read again.
  void forget_before(std::size_t i) {
    for (; freed_ < i / kBlock; ++freed_) blocks_[freed_].reset();
  }

 private:
  static constexpr std::size_t kBlock = 256;
  using Block = std::unique_ptr<Node[]>;

  Node* at(std::size_t i) const { return blocks_.data()[i / kBlock].get() + i % kBlock; }

  std::vector<Block> blocks_;
  std::size_t size_ = 0;
  std::size_t freed_ = 0;  ///< freed blocks at the beginning
};

}  // namespace grabr
