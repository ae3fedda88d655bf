// GRABR, the grammar-based reducer of The Fuzzing Book, in its three forms.
#pragma once

#include "reduce/core/session.h"
#include "tree/tree.h"

namespace grabr {

struct GrabrOptions {
  /// The depth-oriented strategy; else one pass over the whole tree.
  bool by_depth = true;
  bool all_combinations = false;  ///< of each alternate expansion; else the first that is smaller
};

/// Reduces the text of `tree`, which is taken to fail. See grabr.cc.
void run_grabr(Session& session, const Tree& tree, const GrabrOptions& options);

}  // namespace grabr
