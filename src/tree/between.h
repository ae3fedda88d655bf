// What stands between two tokens that edits have brought together.
#pragma once

#include <string_view>

#include "tree/tree.h"

namespace grabr {

/// The skipped text of `right` if it keeps the two apart, or else the shortest of "", " " and "\n"
/// that does. Nothing before a token that must follow directly.
std::string_view text_between(const Tree& tree, NodeId left, NodeId right);

/// The shortest of "", " " and "\n" that the grammar skips and that keeps the two apart, or else
/// `now`, which stands there and keeps them apart. Never nothing between two words or numbers.
std::string_view shortest_between(const Tree& tree, NodeId left, NodeId right,
                                  std::string_view now);

/// Is the whole text one skipped token?
bool is_skipped(const Grammar& grammar, std::string_view text);

/// Would the token go on to the end of its line, such as a directive of C's preprocessor?
bool takes_rest_of_line(const Tree& tree, NodeId token);

}  // namespace grabr
