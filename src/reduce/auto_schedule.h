// The passes of `auto` on a tree, in the language of reduce/schedule.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace grabr {

enum class Effort : std::uint8_t {
  kFast,  ///< stops when a test is expected to free less than half a token
  kNormal,
  kThorough,  ///< also runs passes that seldom free anything
};

/// One step a line: `PHASE PASS [least TOKENS]`.
std::string_view schedule_text(Effort effort);

}  // namespace grabr
