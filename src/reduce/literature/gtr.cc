// Generalised tree reduction: makes two kinds of change, level by level.
//   delete      the deletable parts of the level are one list for the list minimiser;
//   substitute  replaces each part by the fitting child with the fewest tokens that still fails,
//               again and again over the level until nothing changes.
//
//   ((1 + 2) * 3) - 4  with 2 needed, expressions: nothing can be deleted
//   by 4? no, by ((1 + 2) * 3)? yes, that by (1 + 2) * 3? yes, that by 3? no, by (1 + 2)? yes,
//   that by 1 + 2? yes, that by 1? no, by 2? yes
//
// The paper learns from a corpus which child may replace which part; here the grammar tells.
// Children are defined as in reduce/pass/tree_parts.h: list elements and contents of optional parts
// are children of the node around, and of several nodes over the same tokens any that fits is used.
// One walk guarantees nothing. gtr-star walks until nothing changes, and is
// 1-transformation-minimal with a 1-minimal list minimiser: no single part can be deleted or
// replaced by a child that fits. Each candidate has fewer tokens.
// Source: S. Herfert, J. Patra, M. Pradel, "Automatically Reducing Tree-Structured Test Inputs"
// (ASE 2017). Tested by tests/reduce/gtr_test.cc.
#include <algorithm>
#include <utility>
#include <vector>

#include "reduce/literature/levels.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

class GeneralisedTreeReduction {
 public:
  explicit GeneralisedTreeReduction(TreeWork& work)
      : work_(work), parts_(work, TreeParts::Leaving::kNothing) {}

  bool run() {
    bool changed = false;
    std::vector<TreePart> level = parts_.root();
    while (!level.empty()) {
      if (parts_.minimize(work_, level)) changed = true;
      while (substitute(level)) changed = true;
      level = next_level(parts_, level);
    }
    return changed;
  }

 private:
  bool substitute(std::vector<TreePart>& level) {
    bool changed = false;
    for (TreePart& part : level) {
      const NodeId by = substitute_by_child(part.node);
      if (by == kNoNode) continue;
      part.node = by;
      changed = true;
    }
    return changed;
  }

  /// Replaces the node by its smallest child that still fails. Children are sorted by size, so the
  /// first is the smallest.
  NodeId substitute_by_child(NodeId node) {
    const std::vector<NodeId> children = fitting_children(node);
    const std::string name = node_name(work_.tree(), node);
    const auto edit = [&](std::size_t i) { return Edit{Edit::Kind::kReplace, node, children[i]}; };
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == children.size()) return false;
      const Edit one[] = {edit(i)};
      candidate = work_.smaller_candidate(
          one, "replace " + name + " by its child " + node_name(work_.tree(), children[i]));
      return true;
    });
    if (!found) return kNoNode;
    const Edit one[] = {edit(*found)};
    work_.apply(one);
    return children[*found];
  }

  std::vector<NodeId> fitting_children(NodeId node) const {
    std::vector<NodeId> children;
    for (const TreePart& child : parts_.inside(node)) {
      const NodeId by = fitting(node, child.node);
      if (by != kNoNode) children.push_back(by);
    }
    std::stable_sort(children.begin(), children.end(),
                     [&](NodeId a, NodeId b) { return parts_.weight(a) < parts_.weight(b); });
    return children;
  }

  /// The first node from the child down, over the same tokens, that fits in the node's place;
  /// kNoNode if none does.
  NodeId fitting(NodeId node, NodeId child) const {
    const std::uint32_t weight = parts_.weight(child);
    if (weight == parts_.weight(node)) return kNoNode;
    while (!work_.node_fits(node, child)) {
      const auto below = work_.tree().children(child);
      const auto same = std::find_if(below.begin(), below.end(),
                                     [&](NodeId id) { return parts_.weight(id) == weight; });
      if (same == below.end()) return kNoNode;
      child = *same;
    }
    return child;
  }

  TreeWork& work_;
  TreeParts parts_;
};

}  // namespace

bool gtr(TreeWork& work) { return GeneralisedTreeReduction(work).run(); }

}  // namespace grabr
