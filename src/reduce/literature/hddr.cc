// Recursive hierarchical delta debugging: like hdd (reduce/literature/hdd.cc), but the minimiser
// gets the parts inside of ONE node, or of one list in it, so unrelated parts are never tried
// together. Nodes wait in a queue, breadth first.
//
//   {"a": [1, 2], "b": [3, 4]}  with 4 needed, JSON
//   the text: 0? no            members: without "a"? yes          the member: {"":0}? no
//   in the member "b", [3, 4]: "" for "b"? yes                    3, 4: {"": [ 4]}? yes
//
// If repeated until nothing changes, with a 1-minimal list minimiser, it is 1-tree-minimal in hdd's
// sense: no single part can be deleted or replaced by its symbol's cheapest text. With n nodes, at
// most k children each and a quadratic minimiser, a walk runs O(n·k²) tests.
// Source: A. Kiss, R. Hodovan, T. Gyimothy, "HDDr: A Recursive Variant of the Hierarchical Delta
// Debugging Algorithm" (A-TEST 2018), its breadth-first variant. Tested by
// tests/reduce/hdd_test.cc.
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "reduce/pass/tree_parts.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

/// The list that has the node as an element; kNoNode if there is none.
NodeId list_around(const Tree& tree, NodeId node) {
  const NodeId parent = tree.parent(node);
  return parent != kNoNode && tree[parent].kind == NodeKind::kList ? parent : kNoNode;
}

/// Groups the parts by the list they are elements of; those in no list make one group.
std::vector<std::vector<TreePart>> by_list(const Tree& tree, const std::vector<TreePart>& parts) {
  std::vector<std::vector<TreePart>> lists;
  std::map<NodeId, std::size_t> number;
  for (const TreePart& part : parts) {
    const auto [at, is_new] = number.emplace(list_around(tree, part.node), lists.size());
    if (is_new) lists.emplace_back();
    lists[at->second].push_back(part);
  }
  return lists;
}

}  // namespace

bool hddr(TreeWork& work) {
  const TreeParts parts(work, TreeParts::Leaving::kTexts);
  std::deque<TreePart> queue;
  bool changed = false;
  const auto minimize = [&](std::vector<TreePart> list) {
    if (parts.minimize(work, list)) changed = true;
    queue.insert(queue.end(), list.begin(), list.end());
  };
  minimize(parts.root());
  while (!queue.empty()) {
    const std::vector<TreePart> next = parts.next(queue.front());
    queue.pop_front();
    for (std::vector<TreePart>& list : by_list(work.tree(), next)) minimize(std::move(list));
  }
  return changed;
}

}  // namespace grabr
