// Names for nodes that the books' trees do not have: lists, optional parts, groups.
#pragma once

#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// By NodeId: the names of lists, optional parts and groups. Two nodes share a name only if equal
/// pieces of the grammar made them, so that each may replace the other. Empty for rules and tokens.
std::vector<std::string> role_names(const Tree& tree);
/// The name of nodes made by this piece of the grammar; for a symbol, its name in a book tree.
std::string role_name(const Grammar& grammar, const Expr& expr);

}  // namespace grabr
