// Printing where line ends and indentation mean something.
#pragma once

#include <span>
#include <string>

#include "tree/tree.h"

namespace grabr {

/// The text of these tokens of a grammar with layout. Tokens that stand as they stood keep every
/// byte; lines whose depth has changed are indented anew.
std::string print_lines(const Tree& tree, std::span<const NodeId> tokens, bool with_first_skipped);

}  // namespace grabr
