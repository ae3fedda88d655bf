// Tries every single edit of a tree.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Tests every smaller text (TreeEditor::smaller_candidate) that one edit of the tree gives: a node
/// deleted or replaced by a descendant, from the end to the front. Returns true if one fails; it is
/// then the best, and the tree is its tree. For trees that are not those of the best text but of
/// one with equally many tokens.
bool shrink_by_one_edit(TreeWork& work);

}  // namespace grabr
