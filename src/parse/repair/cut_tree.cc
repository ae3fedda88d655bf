// A cut between two tokens belongs to the topmost node that has a child on either side of it. There
// it becomes an element of a list without separators if one is at hand: the node itself, an empty
// list at the cut, or a list that ends before it or begins after it. Otherwise it becomes another
// child of the node; in a list with separators, where elements alternate with them, it is grouped
// with the adjacent element. Tested by tests/parse/partial_test.cc.
#include "parse/repair/cut_tree.h"

#include <algorithm>
#include <span>
#include <utility>

namespace grabr {
namespace {

constexpr int kMaxDescent = 64;  ///< levels to look for a list that begins or ends at a cut

/// The number of sentence tokens below each node.
class Lengths {
 public:
  explicit Lengths(const Tree& tree) : tree_(tree) {
    const bool classic = tree.grammar().notation == Notation::kClassic;
    if (!classic) return;  // only in classic grammars is each leaf a byte
    bytes_.resize(tree.size());
    const std::vector<NodeId> order = preorder(tree, tree.root());
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (tree.is_token(*it)) bytes_[*it] = tree[*it].text().size();
      for (const NodeId child : tree.children(*it)) bytes_[*it] += bytes_[child];
    }
  }
  std::uint32_t of(NodeId id) const { return bytes_.empty() ? tree_.token_count(id) : bytes_[id]; }

 private:
  const Tree& tree_;
  std::vector<std::uint32_t> bytes_;  ///< by node
};

class Placing {
 public:
  Placing(const Tree& tree, std::vector<bool> cut_at)
      : tree_(tree), lengths_(tree), cut_at_(std::move(cut_at)) {}

  std::map<NodeId, std::vector<Insertion>> run() {
    const Place root{tree_.root(), 0};
    const std::uint32_t end = lengths_.of(root.node);
    if (take(0)) place_in(root, 0, 0);
    if (end > 0 && take(end)) place_in(root, tree_[root.node].child_count(), end);
    todo_.push_back(root);
    while (!todo_.empty()) {
      const Place at = todo_.back();
      todo_.pop_back();
      look_between_children({tree_.below_only_children(at.node), at.begin});
    }
    for (auto& [node, list] : insertions_) {
      std::stable_sort(list.begin(), list.end(),
                       [](const Insertion& a, const Insertion& b) { return a.index < b.index; });
    }
    return std::move(insertions_);
  }

 private:
  /// A node, and the number of tokens before it.
  struct Place {
    NodeId node = kNoNode;
    std::uint32_t begin = 0;
  };

  /// Continues with the children, the first one first.
  void look_between_children(const Place& at) {
    const auto children = tree_.children(at.node);
    const std::uint32_t end = at.begin + lengths_.of(at.node);
    const auto base = static_cast<std::ptrdiff_t>(todo_.size());
    std::uint32_t cut = at.begin;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      if (cut > at.begin && cut < end && take(cut)) place_in(at, i, cut);
      todo_.push_back({children[i], cut});
      cut += lengths_.of(children[i]);
    }
    std::reverse(todo_.begin() + base, todo_.end());
  }

  bool take(std::uint32_t cut) {
    const bool there = cut_at_[cut];
    cut_at_[cut] = false;
    return there;
  }

  bool plain_list(NodeId id) const {
    return tree_[id].kind == NodeKind::kList && !tree_[id].separated;
  }

  /// The place between children index - 1 and index of a node; empty children may be next to it.
  void place_in(const Place& at, std::uint32_t index, std::uint32_t cut) {
    const NodeId id = at.node;
    if (plain_list(id)) return insert(id, index, cut);
    if (const NodeId empty = empty_list(at, cut); empty != kNoNode) return insert(empty, 0, cut);
    if (const NodeId list = list_at_edge(id, index, true); list != kNoNode) {
      return insert(list, tree_[list].child_count(), cut);
    }
    if (const NodeId list = list_at_edge(id, index, false); list != kNoNode) {
      return insert(list, 0, cut);
    }
    if (tree_[id].kind != NodeKind::kList) return insert(id, index, cut);
    // Elements are the children with even indexes.
    const bool behind = index % 2 == 1;
    if (tree_[id].child_count() == 0) insert(id, 0, cut);
    else
      insert(id, behind ? index - 1 : index, cut,
             behind ? Insertion::How::kBehindIn : Insertion::How::kBeforeIn);
  }

  void insert(NodeId id, std::uint32_t index, std::uint32_t cut,
              Insertion::How how = Insertion::How::kAsChild) {
    insertions_[id].push_back({how, index, cut});
  }

  NodeId empty_list(const Place& at, std::uint32_t cut) const {
    std::uint32_t begin = at.begin;
    for (const NodeId child : tree_.children(at.node)) {
      if (begin == cut && !has_tokens(child) && tree_[child].kind == NodeKind::kList) return child;
      begin += lengths_.of(child);
    }
    return kNoNode;
  }

  /// The topmost plain list whose last token is just before the cut, or whose first token is just
  /// after it.
  NodeId list_at_edge(NodeId id, std::uint32_t index, bool before) const {
    const Children all = tree_.children(id);
    const std::span children = all.span();
    NodeId at = before ? last_with_tokens(children.first(index))
                       : first_with_tokens(children.subspan(index));
    for (int level = 0; at != kNoNode && level < kMaxDescent; ++level) {
      if (plain_list(at)) return at;
      at = before ? last_with_tokens(tree_.children(at)) : first_with_tokens(tree_.children(at));
    }
    return kNoNode;
  }

  bool has_tokens(NodeId id) const { return lengths_.of(id) > 0; }
  NodeId first_with_tokens(std::span<const NodeId> nodes) const {
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](NodeId id) { return has_tokens(id); });
    return found == nodes.end() ? kNoNode : *found;
  }
  NodeId last_with_tokens(std::span<const NodeId> nodes) const {
    const auto found =
        std::find_if(nodes.rbegin(), nodes.rend(), [&](NodeId id) { return has_tokens(id); });
    return found == nodes.rend() ? kNoNode : *found;
  }

  const Tree& tree_;
  Lengths lengths_;
  std::vector<bool> cut_at_;
  std::vector<Place> todo_;
  std::map<NodeId, std::vector<Insertion>> insertions_;
};

}  // namespace

std::map<NodeId, std::vector<Insertion>> place_cuts(const Tree& tree,
                                                    const std::vector<bool>& cut_at) {
  return Placing(tree, cut_at).run();
}

}  // namespace grabr
