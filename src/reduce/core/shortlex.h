// The orders that decide which of two texts with equally many tokens is smaller.
#pragma once

#include <algorithm>
#include <string_view>

#include "text/ascii.h"

namespace grabr {

/// Fewer bytes, or equally many bytes and smaller in byte order.
inline bool shortlex_smaller(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

/// The same, but bytes are ordered as blanks, digits, small letters, capitals, other signs: "a" is
/// simpler than "[" and "A".
inline bool simpler_text(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return left.size() < right.size();
  const auto [l, r] = std::ranges::mismatch(left, right);
  if (l == left.end()) return false;
  const auto rank = [](char c) {
    if (is_space(c)) return 0;
    if (is_digit(c)) return 1;
    if (c >= 'a' && c <= 'z') return 2;
    return is_letter(c) ? 3 : 4;
  };
  if (rank(*l) != rank(*r)) return rank(*l) < rank(*r);
  return static_cast<unsigned char>(*l) < static_cast<unsigned char>(*r);
}

}  // namespace grabr
