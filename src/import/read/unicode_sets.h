// Named sets of characters, as ANTLR and regular expressions have them, by ranges.
#pragma once

#include <optional>
#include <string_view>

#include "grammar/model/char_class.h"

namespace grabr {

/// The set of \p{name}: exact in ASCII, beyond it a superset (letters, digits and signs there are
/// not told apart), which makes tokens wider, never narrower. Nothing for an unknown name.
std::optional<CharClass> unicode_set(std::string_view name);

}  // namespace grabr
