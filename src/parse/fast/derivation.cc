#include "parse/fast/derivation.h"

#include <algorithm>

#include "text/memory.h"

namespace grabr {

std::uint32_t Chains::extend(std::uint32_t chain, std::uint32_t rule) {
  const auto number = static_cast<std::uint32_t>(links_.size());
  const auto [known, is_new] = known_.emplace(std::uint64_t{chain} << 32 | rule, number);
  if (is_new) links_.push_back({chain, rule});
  return known->second;
}

void WordArena::reserve(std::size_t count) {
  if (count <= capacity_) return;
  const std::size_t capacity = std::max({count, capacity_ * 2, std::size_t{1024}});
  void* const data = std::realloc(data_, capacity * sizeof(std::uint32_t));
  if (data == nullptr) throw std::bad_alloc();
  data_ = static_cast<std::uint32_t*>(data);
  prefer_large_pages(data_ + size_, (capacity - size_) * sizeof(std::uint32_t));
  capacity_ = capacity;
}

void WordArena::shrink() {
  if (size_ == capacity_ || size_ == 0) return;
  void* const data = std::realloc(data_, size_ * sizeof(std::uint32_t));
  if (data == nullptr) return;
  data_ = static_cast<std::uint32_t*>(data);
  capacity_ = size_;
}

}  // namespace grabr
