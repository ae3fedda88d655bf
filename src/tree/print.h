// Tree → bytes (with or without edits), and the stable dumps that tests and bug reports use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// The text of the tree; for a tree as parsed, the parsed bytes. Where edits bring two tokens
/// together that the lexer would read as one (or otherwise), the shortest of "", " " and "\n" that
/// keeps them apart stands between them. Where indentation means something, lines that have moved
/// are indented anew; where line ends may be tokens without a text, they are put in and left out so
/// that the same are read again.
std::string print(const Tree& tree, std::span<const Edit> edits = {});

/// The text of one subtree.
std::string print_subtree(const Tree& tree, NodeId id);

/// Number of tokens with a text, skipped text not counted.
std::size_t count_tokens(const Tree& tree, NodeId id);

/// The same for every node, by number; 0 for those that are not in the tree.
std::vector<std::uint32_t> token_weights(const Tree& tree);

/// One node a line, two spaces a level: `<expr> #0`, `"+"`, `list`, `optional`; of a partial tree
/// also `opaque list` and `missing "}"`.
std::string dump(const Tree& tree);
/// The same as JSON: {"symbol": …, "alternative": …, "children": […]} and {"token": …, "text": …}.
std::string dump_json(const Tree& tree);
/// The same as a Graphviz digraph.
std::string dump_dot(const Tree& tree);

}  // namespace grabr
