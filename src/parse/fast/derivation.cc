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
  resize(capacity);
  prefer_large_pages(data_, capacity * sizeof(std::uint32_t));
}

void WordArena::resize(std::size_t capacity) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  data_ = static_cast<std::uint32_t*>(resize_block(data_, capacity_ * kWord, capacity * kWord));
  capacity_ = capacity;
}

}  // namespace grabr
