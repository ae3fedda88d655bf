// What the keys of the live view do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/show/live_state.h"

namespace grabr {

/// A character as it is, or one of those that a terminal sends as a sequence.
struct Key {
  enum class Named : std::uint8_t { kNone, kUp, kDown, kPageUp, kPageDown, kHome, kEnd };
  Named named = Named::kNone;
  char character = 0;  ///< '\r': Enter, '\x1b': Esc
};

/// The keys in what a terminal has sent; sequences of other keys are left out.
std::vector<Key> keys_in(std::string_view bytes);

/// What a key asks of the search.
enum class Wish : std::uint8_t {
  kNothing,  ///< or of the view alone
  kEnd,
  kPause,  ///< or to go on
  kLeavePass,
  kSwitchPass,  ///< the selected one, on or off
  kGoBack,      ///< to the selected step
};

/// Changes the panel and what is selected in it; says what else is wanted.
Wish take_key(LiveState& state, const Key& key);

}  // namespace grabr
