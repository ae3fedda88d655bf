// Which tokens are names.
#pragma once

#include "tree/tree.h"

namespace grabr {

/// A token of a rich grammar's pattern, with a text.
bool is_pattern(const Tree& tree, NodeId id);

/// Is the token a name: of a terminal that the grammar's hints call an identifier; without such
/// hints a pattern's token that looks like one (letters, digits and '_', no digit first)? In
/// classic grammars nothing is.
bool is_name(const Tree& tree, NodeId token);

}  // namespace grabr
