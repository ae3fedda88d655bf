// Splits texts that are lists of values: `[1, 2, 3]`, `(a; b)`, `1,2,3`, `1 2 3` or one per line.
#pragma once

#include <string_view>

#include "text/cut_text.h"

namespace grabr {

/// The brackets around the whole text stay, with the white space next to them. Elements are
/// separated by `,` and `;`, or by white space if there is neither, outside inner brackets and
/// quoted strings. A separator goes with the element after it, a final one with the last element.
CutText cut_value_list(std::string_view text);

}  // namespace grabr
