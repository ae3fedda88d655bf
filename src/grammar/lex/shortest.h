// The shortest text of each terminal, as the lexer would read it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/lex/dfa.h"

namespace grabr {

/// By rank, up to `rank_count`: the shortest text for which that rank is preferred, or else the
/// shortest that it accepts; empty if there is none. Among equally short texts the first in the
/// order a-z, 0-9, other printable ASCII, the rest. Bytes outside UTF-8 are used only if nothing
/// else works.
std::vector<std::string> shortest_texts(const Dfa& dfa, std::size_t rank_count);

}  // namespace grabr
