// Binary search over dependencies: which of many things that need each other are needed.
//
// A candidate keeps closed sets of things: each with all that it needs. These sets are sorted by
// size. The search finds the shortest beginning of them with which the text fails when all else is
// deleted; the last set of that beginning is needed. This is repeated within the beginning until
// the needed sets suffice. About log2 k tests for each needed set of k.
// Source: C. Kalhauge, J. Palsberg, "Binary Reduction of Dependency Graphs" (ESEC/FSE 2019).
// Tested by tests/reduce/closure_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "reduce/pass/tree_work.h"

namespace grabr {

struct Dependencies {
  std::string_view what;                       ///< what a thing is called, for the trace
  std::vector<std::vector<std::size_t>> keep;  ///< by thing: itself and all that it needs
  /// Edits that delete these things; none if nothing of them is left in the tree.
  std::function<std::vector<Edit>(std::span<const std::size_t>)> leave_out;
  /// The search ends after this many rounds in a row without success: all are probably needed.
  std::size_t most_in_vain = 2;
};

/// Deletes what is not needed. Returns whether something went; the text is not parsed again.
bool search_dependencies(TreeWork& work, const Dependencies& things);

}  // namespace grabr
