// Declares the passes over a tree. Each goes over the tree once, returns whether it got smaller,
// and leaves `work.tree()` as the tree of the best text. Its row in reduce/passes.def says what it
// does and guarantees; the head of its file says how it works and where it comes from.
#pragma once

#include "reduce/pass/move.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

#define FAMILY(name, finder, ...) std::vector<Site> finder(View& view, NodeId inside);
#define TREE_PASS(name, function, ...) bool function(TreeWork& work);
/// Skips candidates whose expected gain is below `least` tokens: the chance learnt so far, times
/// the tokens that they would free.
#define GAIN_PASS(name, function, ...)         \
  bool function(TreeWork& work, double least); \
  inline bool function(TreeWork& work) { return function(work, 0); }
#include "reduce/passes.def"

}  // namespace grabr
