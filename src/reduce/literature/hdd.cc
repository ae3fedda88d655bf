// Hierarchical delta debugging: level by level from the root, all the parts of a level are one list
// for the list minimiser. A part that is not kept is left out: it goes where the grammar lets it,
// and elsewhere its symbol's cheapest text takes its place. The next level is what stands inside
// the parts that were kept.
//
//   [1, {"a": [2, 3]}]  with 3 needed, JSON
//   level 1  the text: 0? no                  level 5  the member: {}? no
//   level 2  the array: []? no                level 6  the member, as it must stay: {"":0}? no
//   level 3  1, {…}: without 1? yes           level 7  "a", [2, 3]: {"": [2, 3]}? yes
//   level 4  {…}, as it must stay: 0? no      level 8  2, 3: without 2? yes: [ {"": [ 3]}]
//
// A level is made as in picireny (reduce/pass/tree_parts.h): recursion is shown as lists; of nodes
// over the same tokens only those count for which something else can be done; what is as small as
// it can be is in no list, but what stands inside it is looked at; a list element that must stay is
// on the next level again, as something to be shortened. One walk guarantees nothing: what a level
// needed may no longer be needed when lower levels are done. hdd-star walks, over the tree parsed
// anew, until a walk changes nothing. With a 1-minimal list minimiser it is 1-tree-minimal then: no
// single list element, optional part or node that may be empty can go, and no single node can be
// replaced by its symbol's cheapest text where that has fewer tokens and no more bytes, or as many
// tokens and fewer bytes. With n nodes and a quadratic minimiser O(n²) tests a walk. Source: G.
// Misherghi, Z. Su, "HDD: Hierarchical Delta Debugging" (ICSE 2006); R. Hodovan, A. Kiss, picireny.
// Tested by tests/reduce/hdd_test.cc.
#include "reduce/literature/levels.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {

bool hdd(TreeWork& work) { return walk_levels(work, TreeParts::Leaving::kTexts); }

}  // namespace grabr
