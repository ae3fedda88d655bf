// Texts that are lists of values: `[1, 2, 3]`, `(a; b)`, `1,2,3`, `1 2 3` or one a line.
#pragma once

#include <string_view>

#include "text/cut_text.h"

namespace grabr {

/// The brackets around the whole text stay, and the white space next to them. Elements are parted
/// by `,` and `;`, or by white space where there is neither, outside of inner brackets and quoted
/// strings. A separator goes with the element behind it, one at the very end with the last element.
CutText cut_value_list(std::string_view text);

}  // namespace grabr
