// Tries every single edit of a tree.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Tests every smaller text (TreeEditor::smaller_candidate) that one edit of the tree makes: a node
/// deleted or replaced by a descendant, from the end to the front. Returns true if one fails; it is
/// then the best, and the tree is its tree. The tree may be that of another text with as many
/// tokens as the best.
bool shrink_by_one_edit(TreeWork& work);

}  // namespace grabr
