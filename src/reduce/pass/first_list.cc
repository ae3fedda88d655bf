// The children of the root, from the last to the first, each alone, if the grammar lets it go.
//
// Tested by hand.
#include "reduce/pass/tree_passes.h"

namespace grabr {

bool first_list(TreeWork& work) {
  const NodeId root = work.tree().root();
  if (root == kNoNode) return false;
  bool changed = false;
  for (std::uint32_t i = work.tree()[root].child_count(); i-- > 0;) {
    if (i >= work.tree()[root].child_count()) continue;
    const NodeId child = work.tree().children(root).span()[i];
    const Edit edit[] = {{Edit::Kind::kRemove, child, kNoNode}};
    changed = work.try_edits(edit, "delete a child of the root") || changed;
  }
  return changed;
}

}  // namespace grabr
