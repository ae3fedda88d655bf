// Chooses the text between two tokens that edits have made adjacent.
#pragma once

#include <string_view>

#include "tree/tree.h"

namespace grabr {

/// The skipped text of `right` if it keeps the two tokens separate, otherwise the shortest that
/// does of "", " " and "\n". Empty before a token that must follow directly.
std::string_view text_between(const Tree& tree, NodeId left, NodeId right);

/// The shortest of "", " " and "\n" that the grammar skips and that keeps the two separate;
/// otherwise `now`, the current text, which keeps them separate. Never empty between two words or
/// numbers.
std::string_view shortest_between(const Tree& tree, NodeId left, NodeId right,
                                  std::string_view now);

/// Does the left token end, and the right one begin, as a word or a number? Actual lexers reject
/// 0or, even where the grammar reads it as two tokens.
bool are_words(const Tree& tree, NodeId left, NodeId right);

/// Does the token extend to the end of its line, like a C preprocessor directive?
bool takes_rest_of_line(const Tree& tree, NodeId token);

}  // namespace grabr
