// The nodes of a tree with the parts of rules that derive them.
#pragma once

#include <vector>

#include "tree/tree.h"

namespace grabr {

struct Slot {
  NodeId node = kNoNode;
  const Expr* expr = nullptr;  ///< null if not known, as in classic grammars
};

/// The children of a node, each with its part of a rule.
std::vector<Slot> slots_below(const Tree& tree, const Slot& slot);

}  // namespace grabr
