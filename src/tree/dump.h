// The dumps of tree/print.h, written in pieces: that of a deep tree is far larger than the tree.
// Tested by tests/tree/tree_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/tree.h"

namespace grabr {

using WritePiece = std::function<void(std::string_view)>;

/// Trees inside a tree: what its tokens and rules hold in other languages.
struct InnerTree {
  NodeId node = kNoNode;  ///< of the tree around it
  std::string language;
  const Tree* tree = nullptr;
  std::vector<InnerTree> inside;
};

/// Inner trees, given in the order of their nodes, stand below their node: behind a line `content
/// CSS`, in JSON under the key "content".
void write_dump(const Tree& tree, const WritePiece& write,
                const std::vector<InnerTree>& inside = {});
void write_dump_json(const Tree& tree, const WritePiece& write,
                     const std::vector<InnerTree>& inside = {});
void write_dump_dot(const Tree& tree, const WritePiece& write);

}  // namespace grabr
