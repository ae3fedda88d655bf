// Which texts a grammar skips between tokens.
#pragma once

#include <string_view>

#include "grammar/model/grammar.h"

namespace grabr {

/// Is the whole text one skipped token?
bool is_skipped(const Grammar& grammar, std::string_view text);

/// What parts of a text are joined with before it is read: a blank where the grammar skips it, else
/// nothing.
std::string_view between_parts(const Grammar& grammar);

}  // namespace grabr
