#include "reduce/pass/tree_parts.h"

#include <utility>

namespace grabr {

TreeParts::TreeParts(const TreeEditor& editor, Leaving leaving)
    : editor_(editor), leaving_(leaving), weights_(editor.weights()) {}

std::vector<TreePart> TreeParts::root() const {
  const NodeId root = editor_.tree().root();
  if (root == kNoNode || weight(root) == 0) return {};
  return {{root, false}};
}

std::vector<TreePart> TreeParts::inside(NodeId node) const {
  const Tree& tree = editor_.tree();
  std::vector<TreePart> parts;
  std::vector<NodeId> todo;
  const auto push_children = [&](NodeId id) {
    const auto children = tree.children(id);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  };
  push_children(node);
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (weight(id) == 0) continue;
    const bool can_go = editor_.removable(id);
    const NodeKind kind = tree[id].kind;
    const bool is_part = can_go || kind == NodeKind::kRule || kind == NodeKind::kToken;
    if (is_part && !editor_.separates(id) && !adds_nothing(node, id)) {
      parts.push_back({id, false});
    } else {
      push_children(id);
    }
  }
  return parts;
}

bool TreeParts::adds_nothing(NodeId node, NodeId part) const {
  if (weight(node) != weight(part)) return false;
  if (editor_.removable(part) && !editor_.removable(node)) return false;
  if (leaving_ == Leaving::kNothing) return true;
  const CheapestText* text = editor_.cheapest_text(part);
  const CheapestText* above = editor_.cheapest_text(node);
  return text == nullptr || (above != nullptr && above->text == text->text);
}

std::vector<TreePart> TreeParts::next(const TreePart& part) const {
  if (leaving_ == Leaving::kTexts && !part.stays && editor_.removable(part.node) &&
      editor_.shrinks_to_text(part.node)) {
    return {{part.node, true}};
  }
  return inside(part.node);
}

std::vector<NodeId> TreeParts::nearest_fitting(NodeId node) const {
  const Tree& tree = editor_.tree();
  std::vector<NodeId> found;
  std::vector<NodeId> todo = {node};
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (weight(id) < weight(node) && !editor_.separates(id) && editor_.node_fits(node, id)) {
      found.push_back(id);
      continue;
    }
    for (std::size_t i = tree[id].child_count(); i-- > 0;) {
      const NodeId child = tree.children(id)[i];
      if (weight(child) > 0) todo.push_back(child);
    }
  }
  return found;
}

bool TreeParts::can_be_left_out(const TreePart& part) const {
  if (!part.stays && editor_.removable(part.node)) return true;
  return leaving_ == Leaving::kTexts && editor_.shrinks_to_text(part.node);
}

bool TreeParts::minimize(TreeWork& work, std::vector<TreePart>& parts) const {
  std::vector<NodeId> nodes;
  DeletionPolicy policy{leaving_ == Leaving::kTexts, {}};
  for (const TreePart& part : parts) {
    if (!can_be_left_out(part)) continue;
    nodes.push_back(part.node);
    if (part.stays) policy.staying.insert(part.node);
  }
  const std::size_t before = nodes.size();
  if (before == 0) return false;
  const Kept kept = work.minimize(removable_nodes(work, std::move(nodes), 0, std::move(policy)));
  std::erase_if(parts, [&](const TreePart& part) { return !work.attached(part.node); });
  return kept.size() < before;
}

}  // namespace grabr
