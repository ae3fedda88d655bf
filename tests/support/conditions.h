// Conditions under which a text fails, for tests of strategies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grabr::support {

using Fails = std::function<bool(std::string_view)>;

/// All parts must be present.
inline Fails contains(std::vector<std::string> parts) {
  return [parts = std::move(parts)](std::string_view text) {
    return std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
      return text.find(part) != std::string_view::npos;
    });
  };
}

/// Fails for the original and for one text in three, chosen pseudo-randomly.
inline Fails senseless(std::string original, unsigned seed) {
  return [original = std::move(original), seed](std::string_view text) {
    std::uint32_t hash = seed * 2654435761u + 1;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return text == original || (hash >> 8) % 3 == 0;
  };
}

/// Without leading and trailing blanks.
inline std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

}  // namespace grabr::support
