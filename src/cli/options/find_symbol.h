// The rule that --start names.
#pragma once

#include <string>

#include "grammar/model/grammar.h"

namespace grabr {

/// kNoSymbol for an empty name. A classic symbol may be named without its angle brackets. Throws
/// Error(kInvalid) for an unknown rule, with the nearest name.
SymbolId find_symbol(const Grammar& grammar, const std::string& name);

}  // namespace grabr
