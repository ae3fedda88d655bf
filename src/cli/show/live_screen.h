// The live view as text: a function of its state and the size of the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/show/live_state.h"
#include "cli/show/styled_row.h"

namespace grabr {

/// At most `rows` lines, none wider than `columns`.
std::vector<std::string> live_screen(const LiveState& state, const ScreenSize& size,
                                     const ScreenStyle& style);

}  // namespace grabr
