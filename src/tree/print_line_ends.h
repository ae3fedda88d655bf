// Prints trees of grammars in which line ends may be tokens without a text.
#pragma once

#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// The text of these leaves of a tree whose grammar has an automatic token.
std::string print_line_ends(const Tree& tree, const std::vector<NodeId>& tokens,
                            bool with_first_skipped);

}  // namespace grabr
