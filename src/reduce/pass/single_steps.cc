// Tries the neighbourhood of a tree: deletes each node or replaces it by its symbol's cheapest
// text, and replaces each rule node by one of the smallest descendants that fit there. It goes in
// reverse pre-order, because later parts mostly need earlier ones. A main reducer takes many steps;
// this only finds out whether a first step exists. If there is none, Perses has none either, except
// in lists that can only lose several elements at once.
//
//   f(0, g(1))   →   f(0, 1)? f(0)? g(1)? …
//
// At most kMaxDescendants + 1 tests per node.
// Tested by tests/reduce/vulcan_test.cc.
#include "reduce/pass/single_steps.h"

#include <algorithm>

namespace grabr {
namespace {

constexpr std::size_t kMaxDescendants = 8;

class Neighbours {
 public:
  explicit Neighbours(TreeWork& work)
      : work_(work), weights_(work.weights()), nodes_(preorder(work.tree(), work.tree().root())) {}

  /// The next edits that leave fewer tokens; empty at the end.
  std::vector<Edit> next() {
    for (;;) {
      if (at_ < edits_.size()) return edits_[at_++];
      if (nodes_.empty()) return {};
      edits_.clear();
      at_ = 0;
      add_edits(nodes_.back());
      nodes_.pop_back();
    }
  }

 private:
  void add_edits(NodeId node) {
    if (weights_[node] == 0) return;
    std::vector<Edit> out = work_.leave_out({&node, 1});
    if (!out.empty()) edits_.push_back(std::move(out));
    if (work_.tree()[node].kind != NodeKind::kRule) return;
    for (const NodeId by : descendants(node)) {
      edits_.push_back({{Edit::Kind::kReplace, node, by}});
    }
  }

  std::vector<NodeId> descendants(NodeId node) const {
    std::vector<NodeId> found;
    for (const NodeId id : preorder(work_.tree(), node)) {
      const Node& info = work_.tree()[id];
      const bool whole = info.kind == NodeKind::kRule || info.kind == NodeKind::kToken;
      if (whole && weights_[id] > 0 && weights_[id] < weights_[node] &&
          work_.fits(node, info.symbol) && !same_above(node, id)) {
        found.push_back(id);
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](NodeId a, NodeId b) { return weights_[a] < weights_[b]; });
    if (found.size() > kMaxDescendants) found.resize(kMaxDescendants);
    return found;
  }

  /// Does the parent of `id` have the same tokens, and fit in the place as well?
  bool same_above(NodeId node, NodeId id) const {
    const NodeId parent = work_.tree().parent(id);
    return work_.tree()[parent].kind == NodeKind::kRule && weights_[parent] == weights_[id] &&
           work_.fits(node, work_.tree()[parent].symbol);
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<NodeId> nodes_;             ///< nodes that are still to try
  std::vector<std::vector<Edit>> edits_;  ///< the edits of one node
  std::size_t at_ = 0;
};

}  // namespace

bool shrink_by_one_edit(TreeWork& work) {
  if (work.tree().root() == kNoNode) return false;
  Neighbours neighbours(work);
  const bool shrunk = work.session()
                          .first_failing([&](std::size_t, Candidate& candidate) {
                            const std::vector<Edit> edits = neighbours.next();
                            if (edits.empty()) return false;
                            candidate = work.smaller_candidate(
                                edits, "one edit of " + node_name(work.tree(), edits[0].node));
                            return true;
                          })
                          .has_value();
  if (shrunk) work.reparse();
  return shrunk;
}

}  // namespace grabr
