// Encodes arbitrary bytes as valid UTF-8, so that code point i of the text is byte i.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// A code point below 256 for each byte, in UTF-8.
std::string bytes_as_points(std::string_view bytes);
/// The bytes again.
std::string points_as_bytes(std::string_view text);

}  // namespace grabr
