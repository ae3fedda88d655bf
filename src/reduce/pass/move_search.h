// The search over moves: first the move that is expected to free the most tokens.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "reduce/pass.h"
#include "reduce/pass/move.h"

namespace grabr {

struct MoveOptions {
  double least = 0;         ///< moves that may be expected to free fewer tokens are left out
  NodeId inside = kNoNode;  ///< only below this node, which stays; none: the whole tree
  /// Ends when so many tests in a row were in vain.
  std::uint64_t most_in_vain = std::numeric_limits<std::uint64_t>::max();
  /// Sweeps what successes have changed, as soon as no move may be expected to free more than
  /// kMoreThanSweep tokens.
  bool sweeps = false;
};

/// Asks about moves of these families until none is left. Returns whether something changed.
bool search_moves(TreeWork& work, std::span<const Pass> families, const MoveOptions& options);

}  // namespace grabr
