// Decides which tokens are names.
#pragma once

#include "tree/tree.h"

namespace grabr {

/// Is it a non-empty token of a pattern of a rich grammar?
bool is_pattern(const Tree& tree, NodeId id);

/// Is the token a name? It is if the grammar's hints call its terminal an identifier. Without such
/// hints, a token of a pattern is a name if it consists of letters, digits and '_' and does not
/// begin with a digit. Classic grammars have no names.
bool is_name(const Tree& tree, NodeId token);

}  // namespace grabr
