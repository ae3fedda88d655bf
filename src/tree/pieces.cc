#include "tree/pieces.h"

#include <algorithm>

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
  /// Whether the node or one below it has an edit.
  bool touches(NodeId node) const { return !touched_.empty() && touched_[node]; }

 private:
  std::vector<Edit> edits_;
  std::vector<bool> touched_;  ///< by node; empty without edits
};

/// The pieces of a candidate, in order.
class Pieces {
 public:
  enum class Size { kLarge, kTokens };

  Pieces(const Tree& tree, std::span<const Edit> edits, Size size)
      : tree_(tree), overlay_(tree, edits), size_(size) {}

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
  Piece piece_of(NodeId id) const {
    return {id, id, size_ == Size::kLarge && !overlay_.touches(id) && !tree_.moved(id)};
  }

  /// Pushes the children to be printed, last one first.
  void push_children(NodeId id) {
    const auto children = tree_.children(id);
    const bool moved = tree_.moved(id);
    const std::size_t base = todo_.size();
    std::size_t next = children.size();  // the child that would extend the last piece
    const auto push = [&](std::size_t i) {
      const Piece piece = piece_of(children[i]);
      const bool prolongs = piece.whole && i == next && todo_.back().whole && !moved;
      if (prolongs) todo_.back().last = piece.last;
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
  Size size_;
  std::vector<Piece> todo_;  ///< also nodes to be descended into
  std::vector<Piece> pieces_;
};

class EndFinder {
 public:
  EndFinder(const Tree& tree, bool from_end, SymbolId wanted)
      : tree_(tree), from_end_(from_end), wanted_(wanted) {}

  PieceEnd find(const Piece& piece) {
    const NodeId outermost = from_end_ ? piece.last : piece.first;
    if (piece.first == piece.last || tree_.token_count(outermost) > 0) {
      todo_.push_back(std::span(&outermost, 1));
    } else {
      const auto siblings = tree_.children(tree_.parent(outermost)).several();
      const auto first = std::ranges::find(siblings, piece.first);
      todo_.emplace_back(first, std::find(first, siblings.end(), piece.last) + 1);
    }
    PieceEnd end;
    while (end.token == kNoNode && !todo_.empty()) {
      if (todo_.back().empty()) todo_.pop_back();
      else look_at(tree_.below_only_children(take_next()), end);
    }
    return end;
  }

 private:
  NodeId take_next() {
    std::span<const NodeId>& nodes = todo_.back();
    const NodeId next = from_end_ ? nodes.back() : nodes.front();
    nodes = from_end_ ? nodes.first(nodes.size() - 1) : nodes.subspan(1);
    return next;
  }

  /// Of a node with several children, or without any.
  void look_at(NodeId id, PieceEnd& end) {
    if (!tree_.is_token(id)) todo_.push_back(tree_.children(id).several());
    else if (tree_.token_count(id) > 0) end.token = id;
    else end.passed |= tree_[id].symbol == wanted_;
  }

  const Tree& tree_;
  bool from_end_;
  SymbolId wanted_;
  std::vector<std::span<const NodeId>> todo_;
};

}  // namespace

std::vector<Piece> pieces_of(const Tree& tree, NodeId root, std::span<const Edit> edits) {
  return Pieces(tree, edits, Pieces::Size::kLarge).of(root);
}

std::vector<NodeId> tokens_after(const Tree& tree, NodeId root, std::span<const Edit> edits) {
  std::vector<NodeId> tokens;
  for (const Piece& piece : Pieces(tree, edits, Pieces::Size::kTokens).of(root)) {
    tokens.push_back(piece.first);
  }
  return tokens;
}

PieceEnd begin_of(const Tree& tree, const Piece& piece, SymbolId wanted) {
  return EndFinder(tree, false, wanted).find(piece);
}

PieceEnd end_of(const Tree& tree, const Piece& piece, SymbolId wanted) {
  return EndFinder(tree, true, wanted).find(piece);
}

}  // namespace grabr
