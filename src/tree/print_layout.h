// Prints trees of grammars in which line ends and indentation are significant.
#pragma once

#include <span>
#include <string>

#include "tree/tree.h"

namespace grabr {

/// The text of these tokens of a grammar with layout. Tokens in unchanged places keep every byte;
/// lines whose depth changed are re-indented.
std::string print_lines(const Tree& tree, std::span<const NodeId> tokens, bool with_first_skipped);

}  // namespace grabr
