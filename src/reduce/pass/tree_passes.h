// Declares the passes over a tree. Each goes over the tree once and returns whether it got smaller.
// What each does and guarantees is in reduce/passes.def; how it works and its source are at the
// head of its file. They leave `work.tree()` as the tree of the best text.
#pragma once

#include "reduce/pass/move.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

#define FAMILY(name, finder, ...) std::vector<Site> finder(View& view, NodeId inside);
#define TREE_PASS(name, function, ...) bool function(TreeWork& work);
/// `least`: skips attempts expected to save fewer tokens than this: their chance, as learnt so far,
/// times the tokens they would free.
#define GAIN_PASS(name, function, ...)         \
  bool function(TreeWork& work, double least); \
  inline bool function(TreeWork& work) { return function(work, 0); }
#include "reduce/passes.def"

}  // namespace grabr
