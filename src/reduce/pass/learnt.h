// What a run learns about its input and uses in later passes. It only changes what is asked first,
// or again; never what is true.
#pragma once

#include <map>
#include <unordered_set>
#include <utility>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/tried.h"
#include "text/hash.h"
#include "tree/tree.h"

namespace grabr {

struct Learnt {
  std::map<SymbolId, KeepEstimate> keep;  ///< elements of lists, by their symbol
  Odds all_before{2, 1};                  ///< all that stands before a thing that stays may go
  Odds all_not_needed{2, 1};              ///< all of that which names do not show to be needed may
  KeepEstimate layers;                    ///< of what is nested (reduce/pass/unnest.cc)
  std::unordered_set<Hash128> layers_kept;  ///< texts of those that are known to stay
  std::map<std::pair<int, int>, Odds> replacements;  ///< by kind, and by how much smaller
  /// By the way in which a name is deleted; the last three by the constant in its place.
  Odds closures[5] = {{10, 1}, {10, 1}, {20, 1}, {40, 1}, {40, 1}};
  std::map<std::pair<int, int>, Odds> neighbours;    ///< by how many tokens go with a name, and by
                                                     ///< how many go in any case
  Odds pairs[3] = {{10, 1}, {10, 1}, {10, 1}};       ///< by what becomes of uses of what goes
  Odds inlined[3] = {{10, 1}, {10, 1}, {10, 1}};     ///< by Inlining::Way
  std::map<int, Odds> windows;                       ///< of tokens, by doublings of their number
  Tried tried;
  std::unordered_set<Hash128> renamed;               ///< texts that merge_names has asked for
};

}  // namespace grabr
