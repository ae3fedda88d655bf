// The lower part of the live view: the best text, its last change, a test's output, the passes, the
// steps, or help.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/show/live_state.h"
#include "cli/show/styled_row.h"

namespace grabr {

/// What stands in the rule above the panel.
std::string panel_title(const LiveState& state);

/// At most `rows` rows.
std::vector<StyledRow> panel_rows(const LiveState& state, std::size_t columns, std::size_t rows);

}  // namespace grabr
