// The live view as text: a function of its state and the size of the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/show/live_state.h"
#include "cli/show/styled_row.h"

namespace grabr {

/// At most `rows` lines, none wider than `columns`. Also limits the panel's scrolling to its last
/// rows.
std::vector<std::string> live_screen(LiveState& state, const ScreenSize& size,
                                     const ScreenStyle& style);

/// The title in the rule above the panel. The panel fills the lower part: the best text, its last
/// change, a test's output, the passes, the steps, or help.
std::string panel_title(const LiveState& state);

/// The panel itself, at most `rows` rows.
std::vector<StyledRow> panel_rows(LiveState& state, std::size_t columns, std::size_t rows);

}  // namespace grabr
