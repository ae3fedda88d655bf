// A candidate is the text of its tree with some stretches replaced. A subtree without edits, whose
// tokens are contiguous in the tree's text, is copied as a whole, given by its first and last
// token. So printing takes time for the nodes above an edit, their children, and the bytes. In a
// generic grammar's tree, a token that newly begins a line gets the indentation of the line it was
// in. Grammars where line ends or indentation are significant are printed token by token. Tested by
// tests/tree/print_test.cc.
#include "tree/print.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "tree/between.h"
#include "tree/print_layout.h"
#include "tree/print_line_ends.h"

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

/// A unit of printing: adjacent sibling nodes, unchanged; or one node to be descended into.
struct Piece {
  NodeId first = kNoNode;
  NodeId last = kNoNode;
  bool whole = false;
};

/// The pieces of a candidate, in order.
class Pieces {
 public:
  enum class Size { kLarge, kTokens };

  Pieces(const Tree& tree, std::span<const Edit> edits, Size size)
      : tree_(tree), overlay_(tree, edits), size_(size) {}

  /// Calls `callback` with each whole piece, and each token outside of any.
  template <class Callback>
  void walk(NodeId root, Callback callback) {
    if (root == kNoNode) return;
    todo_.push_back(piece_of(root));
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
      if (piece.whole || tree_.is_token(piece.first)) callback(piece);
      else push_children(piece.first);
    }
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
  std::vector<Piece> todo_;
};

/// The text of a candidate, as views of the tree's text.
class TextPrinter {
 public:
  TextPrinter(const Tree& tree, bool with_first_skipped)
      : tree_(tree), with_first_skipped_(with_first_skipped) {}

  void add(const Piece& piece) {
    if (!piece.whole) return add(piece.first, piece.first);
    const NodeId first = end_token(piece.first, piece.last, false);
    if (first != kNoNode) add(first, end_token(piece.first, piece.last, true));
  }
  void add_text(std::string_view text) { texts_.push_back(text); }

  std::string text() const {
    std::size_t size = 0;
    for (const std::string_view text : texts_) size += text.size();
    std::string all;
    all.reserve(size);
    for (const std::string_view text : texts_) all += text;
    return all;
  }

 private:
  /// Adds tokens with everything between them.
  void add(NodeId first, NodeId last) {
    const Node& node = tree_[first];
    if (node.text().size() == 0 && node.skipped().size() == 0) return;
    if (begins_another_line(first)) {
      if (previous_ != kNoNode || with_first_skipped_) add_text(indentation(node));
    } else if (previous_ == kNoNode) {
      if (with_first_skipped_) add_text(tree_.slice(node.skipped()));
    } else if (node.skipped().begin == tree_[previous_].text().end) {
      add_text(tree_.slice(node.skipped()));
    } else {
      add_text(text_between(tree_, previous_, first));
    }
    add_text(tree_.slice({node.text().begin, tree_[last].text().end}));
    previous_ = last;
  }

  /// Does it begin a line because what preceded it was removed? In an unknown language, the blanks
  /// before it would then be read as indentation.
  bool begins_another_line(NodeId first) const {
    const std::size_t begin = tree_[first].skipped().begin;
    if (!tree_.grammar().generic || tree_[first].skipped().size() == 0) return false;
    if (previous_ == kNoNode) return begin > 0;
    const Span before = tree_[previous_].text();
    return begin != before.end && tree_.slice(before).ends_with('\n');
  }

  /// The indentation of the line the token was in.
  std::string_view indentation(const Node& node) const {
    const std::string_view before = tree_.slice({0, node.text().begin});
    const std::size_t last_end = tree_.slice({0, node.skipped().begin}).rfind('\n');
    const std::string_view line = before.substr(last_end == before.npos ? 0 : last_end + 1);
    return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
  }

  /// The first or last token with a text among siblings and all between them.
  NodeId end_token(NodeId first, NodeId last, bool from_end) const {
    NodeId id = from_end ? last : first;
    if (first != last && tree_.token_count(id) == 0) {
      const auto siblings = tree_.children(tree_.parent(id));
      const auto at = std::find(siblings.begin(), siblings.end(), first);
      const std::span between(at, std::find(at, siblings.end(), last) + 1);
      id = token_below(between, from_end);
    }
    while (id != kNoNode && !tree_.is_token(id)) {
      id = token_below(tree_.children(id), from_end);
    }
    return id != kNoNode && tree_[id].text().size() > 0 ? id : kNoNode;
  }

  /// The first or last of the nodes that contains a token with a text.
  NodeId token_below(std::span<const NodeId> nodes, bool from_end) const {
    const auto has_text = [&](NodeId id) { return tree_.token_count(id) > 0; };
    if (from_end) {
      const auto found = std::find_if(nodes.rbegin(), nodes.rend(), has_text);
      return found == nodes.rend() ? kNoNode : *found;
    }
    const auto found = std::find_if(nodes.begin(), nodes.end(), has_text);
    return found == nodes.end() ? kNoNode : *found;
  }

  const Tree& tree_;
  bool with_first_skipped_;
  std::vector<std::string_view> texts_;
  NodeId previous_ = kNoNode;
};

std::vector<NodeId> tokens_of(const Tree& tree, NodeId root, std::span<const Edit> edits) {
  std::vector<NodeId> tokens;
  Pieces(tree, edits, Pieces::Size::kTokens).walk(root, [&](const Piece& piece) {
    tokens.push_back(piece.first);
  });
  return tokens;
}

/// Prints a whole tree, or a subtree.
std::string print_below(const Tree& tree, NodeId root, std::span<const Edit> edits, bool whole) {
  const Grammar& grammar = tree.grammar();
  const std::string_view at_end = whole ? tree.slice(tree.skipped_at_end()) : std::string_view();
  if (grammar.layout && !grammar.layout->offside) {
    return print_lines(tree, tokens_of(tree, root, edits), whole).append(at_end);
  }
  if (grammar.automatic) {
    return print_line_ends(tree, tokens_of(tree, root, edits), whole).append(at_end);
  }
  TextPrinter printer(tree, whole);
  Pieces(tree, edits, Pieces::Size::kLarge).walk(root, [&](const Piece& piece) {
    printer.add(piece);
  });
  printer.add_text(at_end);
  return printer.text();
}

}  // namespace

std::string print(const Tree& tree, std::span<const Edit> edits) {
  return print_below(tree, tree.root(), edits, true);
}

std::string print_subtree(const Tree& tree, NodeId id) { return print_below(tree, id, {}, false); }

std::size_t count_tokens(const Tree& tree, NodeId id) {
  return id == kNoNode ? 0 : tree.token_count(id);
}

std::vector<std::uint32_t> token_weights(const Tree& tree) {
  std::vector<std::uint32_t> weights(tree.size());
  std::vector<NodeId> todo;
  if (tree.root() != kNoNode) todo.push_back(tree.root());
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    weights[id] = tree.token_count(id);
    const auto children = tree.children(id);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return weights;
}

}  // namespace grabr
