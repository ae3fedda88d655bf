#include "tree/pieces.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

/// The edits of a candidate, indexed by node.
class Overlay {
 public:
  Overlay(const Tree& tree, std::span<const Edit> edits) : edits_(edits.begin(), edits.end()) {
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.node < b.node; });
    if (!edits_.empty()) touched_.resize(tree.size());
    for (const Edit& edit : edits) {
      for (NodeId up = edit.node; up != kNoNode && !touched_[up]; up = tree.parent(up)) {
        touched_[up] = true;
      }
    }
  }

  const Edit* find(NodeId node) const {
    const auto at = std::lower_bound(edits_.begin(), edits_.end(), node,
                                     [](const Edit& edit, NodeId id) { return edit.node < id; });
    return at != edits_.end() && at->node == node ? &*at : nullptr;
  }
  bool removes(NodeId node) const {
    const Edit* edit = touches(node) ? find(node) : nullptr;
    return edit != nullptr && edit->kind == Edit::Kind::kRemove;
  }
  /// Does the node or one below it have an edit?
  bool touches(NodeId node) const { return !touched_.empty() && touched_[node]; }

 private:
  std::vector<Edit> edits_;
  std::vector<bool> touched_;  ///< by node; empty without edits
};

/// The pieces of a candidate, in order.
class Pieces {
 public:
  Pieces(const Tree& tree, std::span<const Edit> edits)
      : tree_(tree),
        overlay_(tree, edits),
        layout_(tree.grammar().layout && !tree.grammar().layout->offside ? &*tree.grammar().layout
                                                                         : nullptr) {}

  std::vector<Piece> of(NodeId root) {
    if (root != kNoNode) todo_.push_back(piece_of(root));
    while (!todo_.empty()) {
      Piece piece = todo_.back();
      todo_.pop_back();
      if (!piece.whole) {
        const Edit* const edit =
            overlay_.touches(piece.first) ? overlay_.find(piece.first) : nullptr;
        if (edit != nullptr && edit->kind == Edit::Kind::kRemove) continue;
        // If `by` comes from inside the node, edits below `by` apply as well, but not one of `by`
        // itself.
        if (edit != nullptr) piece = piece_of(edit->by);
      }
      if (piece.whole || tree_.is_token(piece.first)) pieces_.push_back(piece);
      else push_children(piece.first);
    }
    return std::move(pieces_);
  }

 private:
  /// `around_moved`: is the parent moved? If it is not, this node is not either.
  Piece piece_of(NodeId id, bool around_moved = true) const {
    const bool moved = around_moved && tree_.moved(id);
    return {id, 0, 1, !overlay_.touches(id) && !moved && is_even(id)};
  }

  /// False for bytes that no token matches.
  bool is_even(NodeId id) const {
    if (layout_ == nullptr) return true;
    const Node node = tree_[id];
    const bool is_one = node.kind == NodeKind::kRule || node.kind == NodeKind::kToken;
    return is_one && node.symbol != kNoSymbol && layout_->even[node.symbol];
  }

  /// Pushes the children to be printed, last one first.
  void push_children(NodeId id) {
    const auto children = tree_.children(id);
    const bool moved = tree_.moved(id);
    const std::size_t base = todo_.size();
    std::size_t next = children.size();  // the child that would extend the last piece
    const auto push = [&](std::size_t i) {
      Piece piece = piece_of(children[i], moved);
      piece.at = static_cast<std::uint32_t>(i);
      const bool contiguous = !moved || !tree_.cut(children[i]);
      const bool prolongs = piece.whole && i == next && todo_.back().whole && contiguous;
      if (prolongs) ++todo_.back().count;
      else todo_.push_back(piece);
      next = i + 1;
    };
    const bool separated = tree_[id].kind == NodeKind::kList && tree_[id].separated;
    for (std::size_t i = 0; i < children.size(); i += separated ? 2 : 1) {
      // A remaining element brings the separator before it, except for the first.
      if (separated && overlay_.removes(children[i])) continue;
      if (separated && todo_.size() > base) push(i - 1);
      push(i);
    }
    std::reverse(todo_.begin() + static_cast<std::ptrdiff_t>(base), todo_.end());
  }

  const Tree& tree_;
  Overlay overlay_;
  const Layout* layout_;
  std::vector<Piece> todo_;  ///< pieces and nodes still to be visited
  std::vector<Piece> pieces_;
};

/// The leaves of a whole piece, from the beginning or from the end.
class Leaves {
 public:
  Leaves(const Tree& tree, const Piece& piece, bool from_end) : tree_(tree), from_end_(from_end) {
    if (piece.count == 1) add(piece.first);
    else todo_.push_back(siblings_of(piece));
  }

  /// Returns kNoNode if there is none left.
  NodeId next() {
    while (leaf_ == kNoNode && !todo_.empty()) {
      std::span<const NodeId>& nodes = todo_.back();
      if (nodes.empty()) {
        todo_.pop_back();
        continue;
      }
      const NodeId node = from_end_ ? nodes.back() : nodes.front();
      nodes = from_end_ ? nodes.first(nodes.size() - 1) : nodes.subspan(1);
      add(node);
    }
    return std::exchange(leaf_, kNoNode);
  }

 private:
  std::span<const NodeId> siblings_of(const Piece& piece) const {
    return tree_.children(tree_.parent(piece.first)).several().subspan(piece.at, piece.count);
  }

  void add(NodeId node) {
    node = tree_.below_only_children(node);
    if (tree_.is_token(node)) leaf_ = node;
    else todo_.push_back(tree_.children(node).several());
  }

  const Tree& tree_;
  bool from_end_;
  NodeId leaf_ = kNoNode;
  std::vector<std::span<const NodeId>> todo_;
};

PieceEnd outermost(const Tree& tree, const Piece& piece, SymbolId wanted, bool from_end) {
  Leaves leaves(tree, piece, from_end);
  PieceEnd end;
  while ((end.token = leaves.next()) != kNoNode && tree.token_count(end.token) == 0) {
    end.passed |= tree[end.token].symbol == wanted;
  }
  return end;
}

}  // namespace

std::vector<Piece> pieces_of(const Tree& tree, NodeId root, std::span<const Edit> edits) {
  return Pieces(tree, edits).of(root);
}

std::vector<NodeId> tokens_in(const Tree& tree, const Piece& piece) {
  std::vector<NodeId> tokens;
  Leaves leaves(tree, piece, false);
  for (NodeId leaf; (leaf = leaves.next()) != kNoNode;) tokens.push_back(leaf);
  return tokens;
}

PieceEnd begin_of(const Tree& tree, const Piece& piece, SymbolId wanted) {
  return outermost(tree, piece, wanted, false);
}

PieceEnd end_of(const Tree& tree, const Piece& piece, SymbolId wanted) {
  return outermost(tree, piece, wanted, true);
}

}  // namespace grabr
