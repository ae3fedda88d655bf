// Coarse hierarchical delta debugging: hdd (reduce/hdd.cc) over those parts alone that can go
// without leaving anything behind: list elements, optional parts, nodes whose symbol derives the
// empty string. Nothing is ever replaced by a cheapest text. Far fewer tests than hdd for a little
// larger a result: meant to come before it.
//
//   f(a, b(c), d);  with b needed, C
//   level 1  the statement: must stay     level 2  a, b(c), d: keep b(c) alone? yes: f(b(c));
//   level 3  c: goes: f(b());             never asked: a cheapest text for b() or for f
//
// Repeated until nothing changes, with a 1-minimal list minimiser: no single part can go alone.
// Not 1-tree-minimal: nodes that must stay may still have a cheaper text.
// Source: R. Hodovan, A. Kiss, T. Gyimothy, "Coarse Hierarchical Delta Debugging" (ICSME 2017).
// Tested by tests/reduce/hdd_test.cc.
#include "reduce/levels.h"
#include "reduce/tree_passes.h"

namespace grabr {

bool coarse(TreeWork& work) { return walk_levels(work, TreeParts::Leaving::kNothing); }

}  // namespace grabr
