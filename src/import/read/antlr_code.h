// Code of ANTLR's grammars that makes tokens, known by the name of its class.
#pragma once

#include "import/read/antlr.h"

namespace grabr {

/// Puts patterns or facilities of ours in the place of what the code of a known base class
/// (superClass) does; other code is only left out.
void apply_known_code(AntlrFile& file);

}  // namespace grabr
