// How a command shows what it does.
#pragma once

#include <cstdint>
#include <string>

namespace grabr {

enum class Ui : std::uint8_t {
  kStatusLine,  ///< a line rewritten in place; lines where there is no terminal for it
  kLines,       ///< lines only
  kLive,        ///< the whole terminal (cli/show/live_view.h)
  kOff,         ///< nothing but remarks and the result
};

/// By --ui, or GRABR_UI where that is not given: live, plain or off. Without both, live on a
/// terminal that can show it. `shares_output`: other things are written to standard output
/// meanwhile, which may be the same terminal. Throws Error(kInvalid).
Ui choose_ui(const std::string& option, bool shares_output);

}  // namespace grabr
