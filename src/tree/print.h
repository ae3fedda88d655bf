// Prints a tree as bytes (with or without edits), and dumps it in stable forms for tests and bug
// reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// The text of the tree; for an unedited tree, the parsed bytes. If edits make two tokens adjacent
/// that the lexer would read as one (or otherwise), the shortest of "", " " and "\n" that separates
/// them is inserted. If indentation is significant, lines that have moved are re-indented; if line
/// ends may be tokens without text, they are added and removed so that the same tokens are read
/// again.
std::string print(const Tree& tree, std::span<const Edit> edits = {});

/// The text of one subtree.
std::string print_subtree(const Tree& tree, NodeId id);

/// Number of tokens with a text, without skipped text.
std::size_t count_tokens(const Tree& tree, NodeId id);

/// The same for every node, by number; 0 for nodes not in the tree.
std::vector<std::uint32_t> token_weights(const Tree& tree);

/// One node per line, indented by two spaces per level: `<expr> #0`, `"+"`, `list`, `optional`; for
/// a partial tree also `opaque list` and `missing "}"`.
std::string dump(const Tree& tree);
/// The same as JSON: {"symbol": …, "alternative": …, "children": […]} and {"token": …, "text": …}.
std::string dump_json(const Tree& tree);
/// The same as a Graphviz digraph.
std::string dump_dot(const Tree& tree);

}  // namespace grabr
