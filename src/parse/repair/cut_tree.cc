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

class Placing {
 public:
  Placing(const Tree& tree, const std::vector<Extent>& extents, std::vector<bool> cut_at)
      : tree_(tree), extents_(extents), cut_at_(std::move(cut_at)) {}

  std::map<NodeId, std::vector<Insertion>> run() {
    const NodeId root = tree_.root();
    const std::uint32_t end = extents_[root].end;
    if (take(0)) place_in(root, 0, 0);
    if (end > 0 && take(end)) place_in(root, tree_[root].child_count(), end);
    for (const NodeId id : preorder(tree_, root)) {
      const auto children = tree_.children(id);
      for (std::uint32_t i = 1; i < children.size(); ++i) {
        const std::uint32_t cut = extents_[children[i]].begin;
        if (cut > extents_[id].begin && cut < extents_[id].end && take(cut)) place_in(id, i, cut);
      }
    }
    for (auto& [node, list] : insertions_) {
      std::stable_sort(list.begin(), list.end(),
                       [](const Insertion& a, const Insertion& b) { return a.index < b.index; });
    }
    return std::move(insertions_);
  }

 private:
  bool take(std::uint32_t cut) {
    const bool there = cut_at_[cut];
    cut_at_[cut] = false;
    return there;
  }

  bool plain_list(NodeId id) const {
    return tree_[id].kind == NodeKind::kList && !tree_[id].separated;
  }

  /// Between children index - 1 and index of a node; there may be empty children around.
  void place_in(NodeId id, std::uint32_t index, std::uint32_t cut) {
    if (plain_list(id)) return insert(id, index, cut);
    if (const NodeId empty = empty_list(id, cut); empty != kNoNode) return insert(empty, 0, cut);
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

  NodeId empty_list(NodeId id, std::uint32_t cut) const {
    for (const NodeId child : tree_.children(id)) {
      const Extent& extent = extents_[child];
      if (extent.begin == cut && extent.end == cut && tree_[child].kind == NodeKind::kList) {
        return child;
      }
    }
    return kNoNode;
  }

  /// The topmost plain list whose last token is just before the cut, or whose first is just after
  /// it.
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

  bool has_tokens(NodeId id) const { return extents_[id].begin < extents_[id].end; }
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
  const std::vector<Extent>& extents_;
  std::vector<bool> cut_at_;
  std::map<NodeId, std::vector<Insertion>> insertions_;
};

}  // namespace

std::vector<Extent> find_extents(const Tree& tree, bool bytes) {
  std::vector<Extent> extents(tree.size());
  std::uint32_t at = 0;
  const std::vector<NodeId> order = preorder(tree, tree.root());
  for (const NodeId id : order) {
    extents[id] = {at, at};
    if (!tree.is_token(id)) continue;
    at += bytes ? tree[id].text().size() : 1;
    extents[id].end = at;
  }
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    for (const NodeId child : tree.children(*it)) {
      extents[*it].end = std::max(extents[*it].end, extents[child].end);
    }
  }
  return extents;
}

std::map<NodeId, std::vector<Insertion>> place_cuts(const Tree& tree,
                                                    const std::vector<Extent>& extents,
                                                    const std::vector<bool>& cut_at) {
  return Placing(tree, extents, cut_at).run();
}

}  // namespace grabr
