// The keys of the live view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/show/live_state.h"

namespace grabr {

/// A key: a character, or a named key that a terminal sends as an escape sequence.
struct Key {
  enum class Named : std::uint8_t { kNone, kUp, kDown, kPageUp, kPageDown, kHome, kEnd };
  Named named = Named::kNone;
  char character = 0;  ///< '\r': Enter, '\x1b': Esc
};

/// Decodes the bytes that a terminal has sent; sequences of other keys are ignored.
std::vector<Key> keys_in(std::string_view bytes);

/// A request to the search after a key.
enum class Wish : std::uint8_t {
  kNothing,  ///< the key concerns only the view, or nothing
  kEnd,
  kPause,  ///< or continue, if it is paused
  kLeavePass,
  kSwitchPass,  ///< switches the selected one on or off
  kShowStep,    ///< shows the selected one; the search goes on
  kGoBack,      ///< goes back to the selected step
};

/// Changes the panel and its selection; returns the request to the search.
Wish take_key(LiveState& state, const Key& key);

}  // namespace grabr
