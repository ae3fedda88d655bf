// Pairs the elements of two lists that belong together.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/diff/tree_outline.h"

namespace grabr {

/// Two elements in the same place, by their numbers in their lists.
struct Partners {
  std::uint32_t before, after;
};

/// Pairs of elements of two lists, in order: equal elements; between these, similar ones; and of
/// the rest the first of one list with the first of the other, and so on.
std::vector<Partners> paired_elements(const TreeOutline& before, NodeId before_list,
                                      const TreeOutline& after, NodeId after_list);

}  // namespace grabr
