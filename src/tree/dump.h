// The dumps of tree/print.h, written in pieces because the dump of a deep tree is far larger than
// the tree. Tested by tests/tree/tree_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/tree.h"

namespace grabr {

using WritePiece = std::function<void(std::string_view)>;

/// A tree inside a tree: the content of a token or rule in another language.
struct InnerTree {
  NodeId node = kNoNode;  ///< node of the outer tree
  std::string language;
  const Tree* tree = nullptr;
  std::vector<InnerTree> inside;
};

/// Inner trees, given in the order of their nodes, are shown below their node: after a line
/// `content CSS`, in JSON under the key "content".
void write_dump(const Tree& tree, const WritePiece& write,
                const std::vector<InnerTree>& inside = {});
void write_dump_json(const Tree& tree, const WritePiece& write,
                     const std::vector<InnerTree>& inside = {});
void write_dump_dot(const Tree& tree, const WritePiece& write);

}  // namespace grabr
