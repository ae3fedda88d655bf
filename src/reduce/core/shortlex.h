// The shortlex order, which decides which of two texts with equally many tokens is smaller.
#pragma once

#include <string_view>

namespace grabr {

/// Fewer bytes, or equally many bytes and smaller in byte order.
inline bool shortlex_smaller(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

}  // namespace grabr
