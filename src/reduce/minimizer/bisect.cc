// Depth-first bisection, Perses' default list minimiser: try to drop a block; if it must stay,
// split it and try its right half first, then its left one. No block is tried twice.
//
//   8 things, the third needed: drop 1-8 no, 5-8 yes, 1-4 no, 3-4 no, 4 yes, 3 no, 1-2 yes
//
// About 2m·log2(n/m) tests for m needed of n things. From the end to the front, because things
// more often depend on earlier ones than on later ones; then the result of one pass is 1-minimal.
// Source: C. Sun et al., "Perses: Syntax-Guided Program Reduction" (ICSE 2018), its implementation.
// Tested by tests/reduce/minimize_test.cc.
#include "reduce/minimizer/minimize.h"

namespace grabr {

Kept bisect(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  std::vector<Cut> blocks;  // the last one is the rightmost: those before it keep their places
  if (!kept.empty()) blocks.push_back({0, kept.size()});
  while (!blocks.empty()) {
    const Cut block = blocks.back();
    blocks.pop_back();
    if (try_cut(session, list, kept, block) || block.end == block.begin + 1) continue;
    const std::size_t middle = block.begin + (block.end - block.begin) / 2;
    blocks.push_back({block.begin, middle});
    blocks.push_back({middle, block.end});
  }
  return kept;
}

}  // namespace grabr
