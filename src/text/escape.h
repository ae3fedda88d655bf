// Shows any bytes on one line, so that all of them are visible and none controls the terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace grabr {

inline constexpr std::size_t kNoCut = std::numeric_limits<std::size_t>::max();

/// Writes `\n`, `\t`, `\r`, and `\xHH` for each byte of other control characters, of characters
/// that reorder the text around them, of byte order marks and of invalid UTF-8; puts a backslash
/// before characters in `special`. Of more than `most` characters, only the first `most` and "…".
std::string escaped(std::string_view bytes, std::string_view special = "\\",
                    std::size_t most = kNoCut);

/// The same between two `quote` characters; the quote and the backslash are special.
std::string quoted(std::string_view bytes, char quote = '\'', std::size_t most = kNoCut);

/// A file name for a message: the same, but backslashes stay. Every part of a message that comes
/// from a file must go through this, so that no name looks like another line of the message
/// (tests/check_layers.py).
std::string shown_name(const std::filesystem::path& name);

/// Text of several lines for a terminal: the same, but line ends, tabs and backslashes stay.
std::string displayed(std::string_view text);

}  // namespace grabr
