// The size at which a search may end (--stop-at).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace grabr {

struct SizeLimit {
  std::uint64_t most = 0;  ///< in `unit`, inclusive
  std::string unit = "bytes";
  std::function<std::uint64_t(std::string_view text)> measure = {};  ///< empty for bytes

  std::uint64_t size_of(std::string_view text) const {
    return measure ? measure(text) : std::uint64_t{text.size()};
  }
  bool is_met_by(std::string_view text) const { return size_of(text) <= most; }
};

}  // namespace grabr
