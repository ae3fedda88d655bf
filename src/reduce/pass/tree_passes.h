// The passes over a tree: each goes over it once, in its own way, and says whether it made it
// smaller. What each does and guarantees stands in reduce/passes.def; how, and where it comes from,
// at the head of its file. They leave `work.tree()` as the tree of the best text.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

#define TREE_PASS(name, function, ...) bool function(TreeWork& work);
/// `least`: leaves out questions from which less than so many tokens are to be expected: their
/// chance, as learnt so far, times what they would free.
#define GAIN_PASS(name, function, ...)         \
  bool function(TreeWork& work, double least); \
  inline bool function(TreeWork& work) { return function(work, 0); }
#include "reduce/passes.def"

}  // namespace grabr
