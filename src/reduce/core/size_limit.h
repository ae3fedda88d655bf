// When a text is small enough.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace grabr {

struct SizeLimit {
  std::uint64_t most = 0;  ///< 0: never
  std::string unit = "bytes";
  std::function<std::uint64_t(std::string_view text)> measure = {};  ///< empty: bytes of the text

  std::uint64_t size_of(std::string_view text) const {
    return measure ? measure(text) : std::uint64_t{text.size()};
  }
};

}  // namespace grabr
