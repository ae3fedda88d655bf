// Names for the nodes that the books' trees do not have: lists, optional parts, groups.
#pragma once

#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// By NodeId: for lists, optional parts and groups, a name that two nodes share only if they were
/// made by equal pieces of the grammar, so that each may stand where the other stands. Empty for
/// rules and tokens.
std::vector<std::string> role_names(const Tree& tree);
/// The name of the nodes that are made by this piece of the grammar: of a symbol its name in a book
/// tree.
std::string role_name(const Grammar& grammar, const Expr& expr);

}  // namespace grabr
