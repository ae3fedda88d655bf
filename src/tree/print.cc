#include "tree/print.h"

#include <algorithm>
#include <vector>

#include "tree/between.h"
#include "tree/print_layout.h"
#include "tree/print_line_ends.h"

namespace grabr {
namespace {

/// The edits of a candidate, found by node.
class Overlay {
 public:
  explicit Overlay(std::span<const Edit> edits) : edits_(edits.begin(), edits.end()) {
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.node < b.node; });
  }

  const Edit* find(NodeId node) const {
    const auto at = std::lower_bound(edits_.begin(), edits_.end(), node,
                                     [](const Edit& edit, NodeId id) { return edit.node < id; });
    return at != edits_.end() && at->node == node ? &*at : nullptr;
  }
  bool removes(NodeId node) const {
    const Edit* edit = find(node);
    return edit != nullptr && edit->kind == Edit::Kind::kRemove;
  }

 private:
  std::vector<Edit> edits_;
};

/// Pushes the children that are printed, last one first, onto a stack of nodes to visit.
void push_children(const Tree& tree, NodeId id, const Overlay& overlay, std::vector<NodeId>& todo) {
  const auto children = tree.children(id);
  if (tree[id].kind == NodeKind::kList && tree[id].separated) {
    // A live element brings the separator before it, the first live one none.
    const std::size_t base = todo.size();
    for (std::size_t i = 0; i < children.size(); i += 2) {
      if (overlay.removes(children[i])) continue;
      if (todo.size() > base) todo.push_back(children[i - 1]);
      todo.push_back(children[i]);
    }
    std::reverse(todo.begin() + static_cast<std::ptrdiff_t>(base), todo.end());
  } else {
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
}

/// The leaves in order, edits applied.
std::vector<NodeId> leaves(const Tree& tree, NodeId root, std::span<const Edit> edits) {
  const Overlay overlay(edits);
  std::vector<NodeId> result;
  std::vector<NodeId> todo;
  if (root != kNoNode) todo.push_back(root);
  while (!todo.empty()) {
    NodeId id = todo.back();
    todo.pop_back();
    if (const Edit* edit = edits.empty() ? nullptr : overlay.find(id)) {
      if (edit->kind == Edit::Kind::kRemove) continue;
      id = edit->by;
      // A replacement taken from inside may itself be edited: only its descendants are looked up.
    }
    if (tree[id].kind == NodeKind::kToken) {
      result.push_back(id);
    } else {
      push_children(tree, id, overlay, todo);
    }
  }
  return result;
}

std::string join(const Tree& tree, const std::vector<NodeId>& tokens, bool with_first_skipped) {
  if (tree.grammar().layout) return print_lines(tree, tokens, with_first_skipped);
  if (tree.grammar().automatic) return print_line_ends(tree, tokens, with_first_skipped);
  std::string text;
  NodeId previous = kNoNode;
  for (const NodeId id : tokens) {
    const Node& node = tree[id];
    if (node.text.size() == 0 && node.skipped.size() == 0) continue;
    if (previous == kNoNode) {
      if (with_first_skipped) text += tree.slice(node.skipped);
    } else if (node.skipped.begin == tree[previous].text.end) {
      text += tree.slice(node.skipped);
    } else {
      text += text_between(tree, previous, id);
    }
    text += tree.slice(node.text);
    previous = id;
  }
  return text;
}

}  // namespace

std::string print(const Tree& tree, std::span<const Edit> edits) {
  std::string text = join(tree, leaves(tree, tree.root(), edits), true);
  text += tree.slice(tree.skipped_at_end());
  return text;
}

std::string print_subtree(const Tree& tree, NodeId id) {
  return join(tree, leaves(tree, id, {}), false);
}

std::size_t count_tokens(const Tree& tree, NodeId id) {
  std::size_t count = 0;
  for (const NodeId leaf : leaves(tree, id, {})) count += tree[leaf].text.size() > 0 ? 1 : 0;
  return count;
}

std::vector<std::uint32_t> token_weights(const Tree& tree) {
  std::vector<std::uint32_t> weights(tree.size());
  const std::vector<NodeId> order = preorder(tree, tree.root());
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    if (tree[*id].kind == NodeKind::kToken && tree[*id].text.size() > 0) weights[*id] = 1;
    for (const NodeId child : tree.children(*id)) weights[*id] += weights[child];
  }
  return weights;
}

}  // namespace grabr
