// Prints trees of grammars in which line ends may be tokens without a text.
#pragma once

#include <span>
#include <string>

#include "tree/pieces.h"

namespace grabr {

/// The text of these pieces of a tree whose grammar has an automatic token.
std::string print_line_ends(const Tree& tree, std::span<const Piece> pieces,
                            bool with_first_skipped);

}  // namespace grabr
