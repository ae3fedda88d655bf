// A compact edit script from one text to another, for the successive texts of a reduction, which
// mostly lose parts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Bytes [from, from + length) of the old text, then new ones.
struct DeltaPiece {
  std::size_t from = 0, length = 0;
  std::string bytes;
};
using Delta = std::vector<DeltaPiece>;

/// The number of bytes that both texts have in common at their beginning, and at their end.
std::size_t common_prefix(std::string_view a, std::string_view b);
std::size_t common_suffix(std::string_view a, std::string_view b);

/// Not always the smallest script; takes time proportional to the length of the texts.
Delta delta_between(std::string_view from, std::string_view to);

/// The new text. Throws std::out_of_range if a piece lies outside the old one.
std::string apply_delta(std::string_view from, const Delta& delta);

}  // namespace grabr
