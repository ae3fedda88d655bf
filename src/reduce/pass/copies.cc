// Smaller structures from anywhere (SFC's first transformation): replaces a node by a copy of any
// smaller subtree of the text that fits there, inside the node or elsewhere.
//
//   a = f(1 + 2); b = 3;   →   a = 3; b = 3;
//
// The heaviest nodes come first. For each node it tries the lightest subtrees with different texts,
// at most kMaxCopies; after a success it tries to replace the copy. Every candidate has fewer
// tokens and no more bytes, so the pass ends.
// Source: Z. Xu et al., SFC (OOPSLA 2025), from its abstract. Tested by tests/reduce/sfc_test.cc.
#include <algorithm>
#include <set>
#include <utility>

#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxCopies = 8;

class Copying {
 public:
  explicit Copying(TreeWork& work) : work_(work) {}

  bool run() {
    bool changed = false;
    refresh();
    for (const NodeId start : by_weight()) {
      for (NodeId node = start; node != kNoNode && weights_[node] > 1;) {
        node = replace_once(node);
        if (node == kNoNode) break;
        changed = true;
        refresh();
      }
    }
    return changed;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  void refresh() {
    weights_ = work_.weights();
    by_symbol_.assign(work_.grammar().symbols.size(), {});
    for (const NodeId id : preorder(tree(), tree().root())) {
      const Node& node = tree()[id];
      const bool whole = node.kind == NodeKind::kRule || node.kind == NodeKind::kToken;
      if (whole && weights_[id] > 0 && node.symbol != kNoSymbol) {
        by_symbol_[node.symbol].push_back(id);
      }
    }
    for (auto& nodes : by_symbol_) {
      std::stable_sort(nodes.begin(), nodes.end(), lighter());
      if (nodes.size() > kMaxCopies) nodes.resize(kMaxCopies);
    }
  }

  std::function<bool(NodeId, NodeId)> lighter() const {
    return [this](NodeId a, NodeId b) { return weights_[a] < weights_[b]; };
  }

  std::vector<NodeId> by_weight() const {
    std::vector<NodeId> nodes;
    for (const NodeId id : preorder(tree(), tree().root())) {
      if (tree()[id].kind == NodeKind::kRule && weights_[id] > 1) nodes.push_back(id);
    }
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](NodeId a, NodeId b) { return weights_[a] > weights_[b]; });
    return nodes;
  }

  /// Returns the copy that has replaced the node, or kNoNode.
  NodeId replace_once(NodeId node) {
    const std::vector<NodeId> candidates = find_candidates(node);
    const std::string name = node_name(tree(), node);
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == candidates.size()) return false;
      const Edit edit[] = {{Edit::Kind::kReplace, node, candidates[i]}};
      candidate = work_.smaller_candidate(
          edit, "replace " + name + " by a copy of a " + node_name(tree(), candidates[i]));
      return true;
    });
    if (!found) return kNoNode;
    const NodeId copy = work_.tree().copy_subtree(candidates[*found]);
    const Edit edit[] = {{Edit::Kind::kReplace, node, copy}};
    work_.apply(edit);
    return copy;
  }

  std::vector<NodeId> find_candidates(NodeId node) const {
    std::vector<NodeId> all;
    for (SymbolId symbol = 0; symbol < by_symbol_.size(); ++symbol) {
      if (by_symbol_[symbol].empty() || !work_.fits(node, symbol)) continue;
      for (const NodeId id : by_symbol_[symbol]) {
        if (weights_[id] < weights_[node]) all.push_back(id);
      }
    }
    std::stable_sort(all.begin(), all.end(), lighter());
    std::set<std::string> texts;
    std::vector<NodeId> candidates;
    for (const NodeId id : all) {
      if (candidates.size() == kMaxCopies) break;
      if (texts.insert(print_subtree(tree(), id)).second) candidates.push_back(id);
    }
    return candidates;
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<std::vector<NodeId>> by_symbol_;  ///< the lightest nodes of each symbol
};

}  // namespace

bool smaller_copies(TreeWork& work) { return work.tree().root() != kNoNode && Copying(work).run(); }

}  // namespace grabr
