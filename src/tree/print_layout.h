// Prints trees of grammars in which line ends and indentation are significant.
#pragma once

#include <span>
#include <string>

#include "tree/pieces.h"

namespace grabr {

/// The text of these pieces of a tree whose grammar has a layout. Tokens in unchanged places keep
/// every byte; lines whose depth changed are re-indented.
std::string print_lines(const Tree& tree, std::span<const Piece> pieces, bool with_first_skipped);

}  // namespace grabr
