// Line ends and indentation that are tokens.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// Takes line ends out of the sets of skipped text: the layout reads them. After finish_tokens.
void leave_line_ends_to_layout(ImportedGrammar& grammar);

}  // namespace grabr
