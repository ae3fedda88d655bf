// What one edit can do to a tree.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Asks for every smaller text (TreeEditor::smaller_candidate) that one edit of the tree gives: a
/// node left out, or a descendant in its place, from the end to the front. True when one fails: it
/// is the best, and the tree is its tree. For trees that do not stand for the best text, but for
/// one of as many tokens.
bool shrink_by_one_edit(TreeWork& work);

}  // namespace grabr
