// The search over moves: it tests the move first that is expected to free the most tokens.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "reduce/pass.h"
#include "reduce/pass/move.h"

namespace grabr {

struct MoveOptions {
  double least = 0;         ///< moves that are expected to free fewer tokens are skipped
  NodeId inside = kNoNode;  ///< searches only inside this node, which stays; none: the whole tree
  /// Ends after this many rejected tests in a row.
  std::uint64_t most_in_vain = std::numeric_limits<std::uint64_t>::max();
  /// Sweeps the changed parts as soon as no move is expected to free more than
  /// kMinTokensBeforeSweep tokens.
  bool sweeps = false;
};

/// Tests moves of these families until none is left. Returns whether something changed.
bool search_moves(TreeWork& work, std::span<const Pass> families, const MoveOptions& options);

}  // namespace grabr
