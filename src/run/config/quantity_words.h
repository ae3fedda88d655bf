// Durations and sizes in words, and results short enough to show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grabr {

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

/// "1 test", "24 tests".
std::string so_many(std::uint64_t count, std::string_view thing);

/// An edit in words, with a singular noun after each lone 1: "delete 1 token".
std::string agreeing(std::string_view edit);

/// "26 → 2 bytes (7.7%)"; "2200000 → 32 bytes (69000x smaller)" if the percentage would be tiny.
std::string size_change(std::uint64_t before, std::uint64_t after);

/// "713 bytes", "57 kB", "2.2 MB".
std::string size_text(std::uint64_t bytes);

/// The text with indented lines and a final line end. Empty if it has many lines or bytes, or
/// characters that would control a terminal.
std::string shown_text(std::string_view text);

}  // namespace grabr
