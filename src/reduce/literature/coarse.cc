// Coarse hierarchical delta debugging: hdd (reduce/literature/hdd.cc) restricted to parts that can
// be deleted without a replacement: list elements, optional parts, nodes whose symbol derives the
// empty string. No node is replaced by a cheapest text. It runs far fewer tests than hdd for a
// slightly larger result, and is meant to run before it.
//
//   [1, {"a": [2, 3]}]  with 3 needed, JSON
//   1, {…}: without 1? yes: [ {"a": [2, 3]}]      the member: [ {}]? no
//   2, 3: without 2? yes: [ {"a": [ 3]}]          never tried: 0 for {…}, "" for "a"
//
// Guarantee, if repeated until nothing changes with a 1-minimal list minimiser: no single part can
// go alone. Not 1-tree-minimal: nodes that must stay may still have a cheaper text.
// Source: R. Hodovan, A. Kiss, T. Gyimothy, "Coarse Hierarchical Delta Debugging" (ICSME 2017).
// Tested by tests/reduce/hdd_test.cc.
#include "reduce/literature/levels.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {

bool coarse(TreeWork& work) { return walk_levels(work, TreeParts::Leaving::kNothing); }

}  // namespace grabr
