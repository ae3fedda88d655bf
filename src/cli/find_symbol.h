// The rule that --start names.
#pragma once

#include <string>

#include "grammar/model/grammar.h"

namespace grabr {

/// kNoSymbol for no name. A classic symbol may be named without its angle brackets. Throws
/// Error(kInvalid) for a rule that there is not, with the nearest one.
SymbolId find_symbol(const Grammar& grammar, const std::string& name);

}  // namespace grabr
