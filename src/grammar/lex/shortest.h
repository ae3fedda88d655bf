// The shortest text of each terminal, as lexing would find it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/lex/dfa.h"

namespace grabr {

/// By rank, up to `rank_count`: the shortest text whose preferred rank that is, or else the
/// shortest that it accepts, empty when there is none. Among the shortest it is the first in the
/// order a-z, 0-9, other printable ASCII, the rest. Bytes outside UTF-8 are used only where nothing
/// else will do.
std::vector<std::string> shortest_texts(const Dfa& dfa, std::size_t rank_count);

}  // namespace grabr
