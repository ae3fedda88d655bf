// Trees of the library: inspecting and editing.
#include <algorithm>

#include "api/engine.h"

namespace grabr::inline v1 {
namespace {

static_assert(static_cast<int>(NodeKind::kGroup) == static_cast<int>(engine::NodeKind::kGroup));

const engine::Tree& checked(const Tree::State& state, NodeId node) {
  if (node < state.tree.size()) return state.tree;
  throw Error(ErrorKind::kUsage, "the tree has no node " + std::to_string(node), "");
}

bool is_below(const engine::Tree& tree, NodeId node, const std::vector<bool>& edited) {
  for (NodeId up = tree.parent(node); up != kNoNode; up = tree.parent(up)) {
    if (edited[up]) return true;
  }
  return false;
}

/// Converts the edits to the engine's. Throws for edits that the engine must not be given.
std::vector<engine::Edit> engine_edits(const Tree::State& state, std::span<const Edit> edits) {
  const engine::Tree& tree = state.tree;
  std::vector<engine::Edit> result;
  std::vector<bool> edited(tree.size());
  for (const Edit& edit : edits) {
    checked(state, edit.node);
    if (edit.by != kNoNode) checked(state, edit.by);
    if (edited[edit.node]) {
      throw Error(ErrorKind::kUsage, "two edits of node " + std::to_string(edit.node), "");
    }
    edited[edit.node] = true;
    const auto kind =
        edit.by == kNoNode ? engine::Edit::Kind::kRemove : engine::Edit::Kind::kReplace;
    result.push_back({kind, edit.node, edit.by});
  }
  for (const Edit& edit : edits) {
    if (!is_below(tree, edit.node, edited)) continue;
    throw Error(ErrorKind::kUsage,
                "node " + std::to_string(edit.node) + " is inside another one that is edited", "");
  }
  return result;
}

}  // namespace

NodeId Tree::root() const { return state_->tree.root(); }

NodeKind Tree::kind(NodeId node) const {
  return static_cast<NodeKind>(checked(*state_, node)[node].kind);
}

std::string_view Tree::symbol(NodeId node) const {
  const engine::Tree& tree = checked(*state_, node);
  const SymbolId symbol = tree[node].symbol;
  return symbol == kNoSymbol ? std::string_view() : tree.grammar().symbols[symbol].name;
}

std::vector<NodeId> Tree::children(NodeId node) const {
  const auto children = checked(*state_, node).children(node);
  return {children.begin(), children.end()};
}

NodeId Tree::parent(NodeId node) const { return checked(*state_, node)[node].parent; }

std::string Tree::text(NodeId node) const { return print_subtree(checked(*state_, node), node); }

std::string Tree::text() const { return grabr::print(state_->tree); }

std::pair<std::size_t, std::size_t> Tree::span(NodeId node) const {
  const engine::Tree& tree = checked(*state_, node);
  const std::vector<NodeId> tokens = tokens_of(tree, node);
  if (tokens.empty()) return {0, 0};
  return {tree[tokens.front()].text().begin, tree[tokens.back()].text().end};
}

std::size_t Tree::tokens(NodeId node) const { return count_tokens(checked(*state_, node), node); }

bool Tree::removable(NodeId node) const {
  const engine::Tree& tree = checked(*state_, node);
  const NodeId parent = tree.parent(node);
  return parent != kNoNode && !tree[node].separator && can_lose_child(tree[parent]);
}

std::vector<NodeId> Tree::nodes(NodeId node) const {
  return preorder(checked(*state_, node), node);
}

std::vector<NodeId> Tree::find(std::string_view symbol) const {
  std::vector<NodeId> found;
  for (const NodeId node : nodes(root())) {
    if (this->symbol(node) == symbol) found.push_back(node);
  }
  return found;
}

std::string Tree::print(std::span<const Edit> edits) const {
  return grabr::print(state_->tree, engine_edits(*state_, edits));
}

std::string Tree::without(NodeId node) const {
  const Edit edit{node, kNoNode};
  return print({&edit, 1});
}

// A replacement from elsewhere in the tree has to be a copy. One from inside the node may be moved,
// but a copy is fine too.
Tree Tree::with(std::span<const Edit> edits) const {
  std::vector<engine::Edit> wanted = engine_edits(*state_, edits);
  engine::Tree tree = state_->tree;
  for (engine::Edit& edit : wanted) {
    if (edit.kind == engine::Edit::Kind::kReplace) edit.by = tree.copy_subtree(edit.by);
  }
  tree.apply(wanted);
  return Tree(std::make_shared<const State>(State{std::move(tree)}));
}

std::string Tree::dump() const { return grabr::dump(state_->tree); }
std::string Tree::dump_json() const { return grabr::dump_json(state_->tree); }
std::string Tree::dump_dot() const { return grabr::dump_dot(state_->tree); }

}  // namespace grabr::v1
