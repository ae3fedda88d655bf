// Passes over one tree, run in rounds: each pass is repeated until it changes nothing; if it has
// removed tokens, the rounds start again at the first pass.
#pragma once

#include <string>
#include <vector>

#include "reduce/minimizer/minimizer.h"
#include "reduce/pass.h"

namespace grabr {

struct RoundsLine {
  std::string phase;  ///< for progress, trace and report
  const Pass* pass = nullptr;
  double least = 0;   ///< the least expected gain of a candidate, in tokens
  ListReducer lists;  ///< mgbs if no minimiser is set
};

struct Rounds {
  std::vector<RoundsLine> lines;
  bool bytes = false;  ///< run the passes over bytes afterwards, outside the grammar
};

}  // namespace grabr
