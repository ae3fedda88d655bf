// Passes over one tree, in rounds: each is repeated until it changes nothing; when tokens have
// gone, the work goes back to the first one.
#pragma once

#include <string>
#include <vector>

#include "reduce/minimizer/minimizer.h"
#include "reduce/pass.h"

namespace grabr {

struct RoundsLine {
  std::string phase;  ///< for progress, trace and report
  const Pass* pass = nullptr;
  double least = 0;   ///< tokens that a question must promise
  ListReducer lists;  ///< no minimiser: mgbs
};

struct Rounds {
  std::vector<RoundsLine> lines;
  bool bytes = false;  ///< afterwards, bytes outside the grammar
};

}  // namespace grabr
