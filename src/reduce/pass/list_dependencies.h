// Guesses the dependencies between elements of a text's main list: functions that call functions,
// and the types that they use.
#pragma once

#include <cstddef>
#include <vector>

#include "reduce/pass/tree_editor.h"

namespace grabr {

/// The deletable elements of the first list with more than `few` of them, on the path from the root
/// along the heaviest parts. Empty if there is none.
std::vector<NodeId> main_elements(const TreeEditor& work, std::size_t few);

/// By element, the others that it needs directly, ascending. An element needs another if it uses a
/// name that the other defines and it does not. The least deep occurrence of a name is assumed to
/// define it, and so is every occurrence in the same position (below the same alternative of the
/// same symbol, with the same parts present). A name defined in more than two elements, such as a
/// local variable of many functions or a member of many structs, is ignored. If the first
/// occurrence of a name is in an element that defines nothing, such as a prototype, that element is
/// needed as well.
std::vector<std::vector<std::size_t>> direct_needs(const TreeEditor& work,
                                                   const std::vector<NodeId>& elements);

/// By element, itself and all elements that it needs, directly or not; ascending.
std::vector<std::vector<std::size_t>> all_needs(
    const std::vector<std::vector<std::size_t>>& direct);

}  // namespace grabr
