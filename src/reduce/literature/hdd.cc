// Hierarchical delta debugging: level by level from the root, all parts of a level are one list for
// the list minimiser. A part that is not kept is deleted if the grammar allows it, and otherwise
// replaced by its symbol's cheapest text. The next level consists of the parts inside those that
// were kept.
//
//   [1, {"a": [2, 3]}]  with 3 needed, JSON
//   level 1  the text: 0? no                  level 5  the member: {}? no
//   level 2  the array: []? no                level 6  the member's cheapest text: {"":0}? no
//   level 3  1, {…}: without 1? yes           level 7  "a", [2, 3]: {"": [2, 3]}? yes
//   level 4  {…}'s cheapest text: 0? no       level 8  2, 3: without 2? yes: [ {"": [ 3]}]
//
// A level is made as in picireny (reduce/pass/tree_parts.h): recursion is shown as lists; of nodes
// over the same tokens only those count that can be deleted or replaced in different ways; a node
// that is already minimal is in no list, but its inside is visited; a list element that must stay
// is on the next level again, to be replaced by its cheapest text. One walk guarantees nothing: a
// part may no longer be needed after lower levels are reduced. hdd-star parses the result and walks
// again until a walk changes nothing. With a 1-minimal list minimiser it is then 1-tree-minimal: no
// single list element, optional part or node that may be empty can go, and no single node can be
// replaced by its symbol's cheapest text if that has fewer tokens and no more bytes, or as many
// tokens and fewer bytes. With n nodes and a quadratic minimiser a walk runs O(n²) tests.
// Source: G. Misherghi, Z. Su, "HDD: Hierarchical Delta Debugging" (ICSE 2006); R. Hodovan, A.
// Kiss, picireny. Tested by tests/reduce/hdd_test.cc.
#include "reduce/literature/levels.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {

bool hdd(TreeWork& work) { return walk_levels(work, TreeParts::Leaving::kTexts); }

}  // namespace grabr
