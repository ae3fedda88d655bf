// Exhaustive elimination (Vulcan's EE): a node that cannot go alone may go together with nodes near
// it.
//
// All nodes are listed in level order, the deepest level last. A window of four nodes moves from
// the end to the front. In each window, the pass tries to remove every subset of at least two nodes
// that contains the first node, larger subsets first (the others were tried in earlier windows).
//
//   lock(m); f(); unlock(m);   with an oracle that wants `lock` and `unlock` balanced: f(); alone
//                              goes by itself, lock(m); and unlock(m); only together.
//
// Linked windows try only subsets whose nodes are all related, directly or through others in the
// subset: by the same parent or by a name in common.
//
// If each node of a subset may go (an element, an optional part), the result is a sentence by
// construction. Otherwise the text without the nodes is parsed first; if it is not a sentence, the
// nodes that may not go become their cheapest text. An only child counts as its parent. Only
// candidates smaller than the best are tested (TreeWork::smaller_candidate), so the tree may also
// be that of another text with as many tokens. Each node costs seven tests; after a success the
// window stays where it is. Unlike Vulcan, it leaves inputs of more than kMaxWindowedTokens tokens
// to cheaper passes.
// Source: Z. Xu et al., "Pushing the Limit of 1-Minimality of Language-Agnostic Program Reduction"
// (OOPSLA 2023). Tested by tests/reduce/vulcan_test.cc.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kWindow = 4;
/// Each subset may cost a parse of the whole text.
constexpr std::size_t kMaxWindowedTokens = 600;

/// The non-empty nodes in level order; of nodes with the same tokens only the topmost.
std::vector<NodeId> level_order(const TreeWork& work) {
  const std::vector<std::uint32_t> weights = work.weights();
  std::vector<NodeId> order{work.tree().root()};
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const NodeId parent = work.tree().parent(order[i]);
    if (parent != kNoNode && weights[order[i]] > 0 && weights[order[i]] < weights[parent]) {
      nodes.push_back(order[i]);
    }
    const auto children = work.tree().children(order[i]);
    order.insert(order.end(), children.begin(), children.end());
  }
  return nodes;
}

bool nested(const Tree& tree, std::span<const NodeId> nodes) {
  for (const NodeId outer : nodes) {
    for (const NodeId node : nodes) {
      if (node != outer && is_inside(tree, node, outer)) return true;
    }
  }
  return false;
}

/// The subsets of at least two nodes of the window that contain the first node, larger ones first.
std::vector<std::vector<NodeId>> subsets(std::span<const NodeId> window) {
  std::vector<std::vector<NodeId>> all;
  for (unsigned bits = 1; bits < 1u << window.size(); bits += 2) {
    std::vector<NodeId> subset;
    for (std::size_t i = 0; i < window.size(); ++i) {
      if ((bits >> i & 1) != 0) subset.push_back(window[i]);
    }
    if (subset.size() >= 2) all.push_back(std::move(subset));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return all;
}

/// The relations between nodes of a tree: two are linked if they have the same parent or a common
/// name.
class Links {
 public:
  explicit Links(const Tree& tree) : tree_(tree), names_(tree.size()) {
    const std::vector<Name> names = names_in(tree);
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      for (const NodeId token : names[i].tokens) note(i, token);
    }
  }

  /// Are all the nodes linked, directly or through each other?
  bool connect(std::span<const NodeId> nodes) const {
    std::vector<NodeId> reached{nodes[0]};
    std::vector<NodeId> rest(nodes.begin() + 1, nodes.end());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const auto linked = std::stable_partition(
          rest.begin(), rest.end(), [&](NodeId node) { return !are_linked(reached[i], node); });
      reached.insert(reached.end(), linked, rest.end());
      rest.erase(linked, rest.end());
    }
    return rest.empty();
  }

 private:
  void note(std::uint32_t name, NodeId node) {
    for (; node != kNoNode; node = tree_.parent(node)) {
      if (!names_[node].empty() && names_[node].back() == name) return;
      names_[node].push_back(name);
    }
  }

  bool are_linked(NodeId a, NodeId b) const {
    if (tree_.parent(a) == tree_.parent(b)) return true;
    std::vector<std::uint32_t> common;
    std::ranges::set_intersection(names_[a], names_[b], std::back_inserter(common));
    return !common.empty();
  }

  const Tree& tree_;
  std::vector<std::vector<std::uint32_t>> names_;  ///< by node: numbers of the names in it
};

class Windows {
 public:
  Windows(TreeWork& work, bool linked) : work_(work), linked_(linked) {}

  bool run() {
    bool changed = false;
    for (std::size_t last = kNowhere; step(last);) changed = true;
    return changed;
  }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  /// Removes the first subset, from the window at `last` on, without which the text still fails.
  bool step(std::size_t& last) {
    nodes_ = level_order(work_);
    if (count_tokens(work_.tree(), work_.tree().root()) > kMaxWindowedTokens) return false;
    at_ = std::min(last, nodes_.size());
    subsets_.clear();
    if (linked_) links_.emplace(work_.tree());
    std::vector<std::size_t> places;
    const auto found = work_.session().first_failing([&](std::size_t, Candidate& candidate) {
      if (!next(candidate)) return false;
      places.push_back(at_);
      return true;
    });
    if (!found) return false;
    last = places[*found] + 1;
    // The rest may be derived by other rules.
    work_.reparse();
    return true;
  }

  /// Makes the candidate for the next subset; false if there is none.
  bool next(Candidate& candidate) {
    for (;;) {
      while (subsets_.empty()) {
        if (at_ == 0) return false;
        const std::size_t size = std::min(kWindow, nodes_.size() - --at_);
        subsets_ = subsets(std::span(nodes_).subspan(at_, size));
        std::reverse(subsets_.begin(), subsets_.end());
      }
      const std::vector<NodeId> subset = std::move(subsets_.back());
      subsets_.pop_back();
      if (nested(work_.tree(), subset)) continue;
      if (links_ && !links_->connect(subset)) continue;
      const std::vector<Edit> edits = edits_for(subset);
      if (edits.size() < 2) continue;
      candidate =
          work_.smaller_candidate(edits, "delete " + std::to_string(subset.size()) + " nodes");
      return true;
    }
  }

  std::vector<Edit> edits_for(std::span<const NodeId> subset) {
    std::vector<Edit> left_out = work_.leave_out(subset);
    const auto removes = [](const Edit& edit) { return edit.kind == Edit::Kind::kRemove; };
    if (left_out.size() == subset.size() &&
        std::all_of(left_out.begin(), left_out.end(), removes)) {
      return left_out;
    }
    if (work_.partial()) return left_out;
    std::vector<Edit> removals;
    for (const NodeId node : subset) removals.push_back({Edit::Kind::kRemove, node, kNoNode});
    return work_.parser().accepts(print(work_.tree(), removals)) ? removals : left_out;
  }

  TreeWork& work_;
  bool linked_;  ///< only subsets of related nodes
  std::optional<Links> links_;
  std::vector<NodeId> nodes_;
  std::size_t at_ = 0;                        ///< the index of the window's first node
  std::vector<std::vector<NodeId>> subsets_;  ///< the window's subsets to try, last one first
};

}  // namespace

bool exhaustive_windows(TreeWork& work) {
  return work.tree().root() != kNoNode && Windows(work, false).run();
}

bool linked_windows(TreeWork& work) {
  return work.tree().root() != kNoNode && Windows(work, true).run();
}

}  // namespace grabr
