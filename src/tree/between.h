// What stands between two tokens that edits have brought together.
#pragma once

#include <string_view>

#include "tree/tree.h"

namespace grabr {

/// The skipped text of `right` if it keeps the two apart, or else the shortest of "", " " and "\n"
/// that does. Nothing before a token that must follow directly.
std::string_view text_between(const Tree& tree, NodeId left, NodeId right);

}  // namespace grabr
