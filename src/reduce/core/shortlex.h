// Which of two texts is the smaller one? Tokens come first; this is what decides between texts of
// as many tokens.
#pragma once

#include <string_view>

namespace grabr {

/// Fewer bytes, or as many and smaller in byte order.
inline bool shortlex_smaller(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

}  // namespace grabr
