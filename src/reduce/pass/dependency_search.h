// Binary search over dependencies: finds the needed ones among many things that need each other.
//
// A candidate keeps closed sets of things: each thing with all that it needs. The sets are sorted
// by size. The search finds the shortest prefix of them that still fails when all other things are
// deleted; the last set of that prefix is needed. This is repeated within the prefix until the
// needed sets suffice. About log2 k tests for each needed set of k.
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
  std::string_view what;                       ///< a noun for one thing, for the trace
  std::vector<std::vector<std::size_t>> keep;  ///< by thing: the thing and all that it needs
  /// Makes edits that delete these things; none if nothing of them is left in the tree.
  std::function<std::vector<Edit>(std::span<const std::size_t>)> leave_out;
  /// The search ends after this many rounds in a row without success: then all are probably needed.
  std::size_t most_in_vain = 2;
};

/// Deletes things that are not needed. Returns whether something was deleted; does not parse the
/// text again.
bool search_dependencies(TreeWork& work, const Dependencies& things);

}  // namespace grabr
