// Guesses which elements of a text's main list need each other: functions that call functions,
// and the types that they use.
#pragma once

#include <cstddef>
#include <vector>

#include "reduce/pass/tree_editor.h"

namespace grabr {

/// The deletable elements of the topmost list that has more than `few` of them, on the way down
/// along the heaviest parts. Empty if there is none.
std::vector<NodeId> main_elements(const TreeEditor& work, std::size_t few);

/// By element, the others that it needs directly, ascending. One needs another for a name that is
/// defined there and only used here. Where a name stands least deep it is taken to be defined, and
/// so wherever it stands in the same way (below the same alternative of the same symbol, with the
/// same parts present). A name defined in more than two elements, such as a local variable of many
/// functions or a member of many structs, says nothing. An element that defines nothing declares
/// what occurs first in it: a prototype is needed as well.
std::vector<std::vector<std::size_t>> direct_needs(const TreeEditor& work,
                                                   const std::vector<NodeId>& elements);

/// By element, itself and all that it needs, directly or not; ascending.
std::vector<std::vector<std::size_t>> all_needs(
    const std::vector<std::vector<std::size_t>>& direct);

}  // namespace grabr
