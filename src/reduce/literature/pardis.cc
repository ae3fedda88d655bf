// Tries the heaviest deletable parts first. Deletable parts wait in a queue ordered by their number
// of tokens, ties from the last to the first. The first part of the queue is left out alone, or, if
// it has siblings of the same weight, together with them as a list for the minimiser, from the last
// to the first. If a part must stay, the nearest deletable parts inside it are queued.
//
//   [1, [2, 3], [4, 5]]  with 5 needed, JSON
//   five tokens, a list   without [4, 5]? no       without [2, 3]? yes: [1, [4, 5]]
//   one token, a list     without 5? no            without 4? yes: [1, [ 5]]
//   one token, alone      without 1? yes: [ [ 5]]
//
// Perses takes the heaviest node of any kind, so a heavy list of light elements comes before a
// heavy element; here only deletable parts count. Of several nodes over the same tokens the topmost
// one is queued. Guarantee, if repeated until nothing changes with a 1-minimal list minimiser: no
// single list element, optional part or node that may be empty can go alone. Nothing is replaced.
// Source: G. Gharachorlu, N. Sumner, "Pardis: Priority Aware Test Case Reduction" (FASE 2019); ties
// go from the last to the first instead of breadth first, because later parts need earlier ones.
// Tested by tests/reduce/pardis_test.cc.
#include <map>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "reduce/pass/tree_parts.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

class Pardis {
 public:
  explicit Pardis(TreeWork& work) : work_(work), parts_(work, TreeParts::Leaving::kNothing) {
    number_.resize(work.tree().size());
    std::uint32_t next = 0;
    for (const NodeId id : preorder(work.tree(), work.tree().root())) number_[id] = next++;
  }

  bool run() {
    bool changed = false;
    for (const TreePart& root : parts_.root()) push_inside(root.node);
    while (!queue_.empty()) {
      for (std::vector<TreePart>& siblings : take_heaviest()) {
        if (parts_.minimize(work_, siblings)) changed = true;
        for (const TreePart& kept : siblings) push_inside(kept.node);
      }
    }
    return changed;
  }

 private:
  /// Takes all parts of the greatest weight, siblings together, from the last to the first.
  std::vector<std::vector<TreePart>> take_heaviest() {
    std::vector<std::vector<TreePart>> groups;
    std::map<NodeId, std::size_t> group_of_parent;
    const std::uint32_t weight = queue_.top().weight;
    while (!queue_.empty() && queue_.top().weight == weight) {
      const NodeId node = queue_.top().node;
      queue_.pop();
      const auto [at, is_new] = group_of_parent.emplace(work_.tree().parent(node), groups.size());
      if (is_new) groups.emplace_back();
      groups[at->second].push_back({node, false});
    }
    return groups;
  }

  void push_inside(NodeId node) {
    std::vector<TreePart> todo = parts_.inside(node);
    while (!todo.empty()) {
      const NodeId id = todo.back().node;
      todo.pop_back();
      if (work_.removable(id)) {
        queue_.push({parts_.weight(id), number_[id], id});
      } else {
        const std::vector<TreePart> inside = parts_.inside(id);
        todo.insert(todo.end(), inside.begin(), inside.end());
      }
    }
  }

  struct Waiting {
    std::uint32_t weight = 0;
    std::uint32_t number = 0;  ///< in pre-order
    NodeId node = kNoNode;

    bool operator<(const Waiting& other) const {
      return std::tie(weight, number) < std::tie(other.weight, other.number);
    }
  };

  TreeWork& work_;
  TreeParts parts_;
  std::vector<std::uint32_t> number_;
  std::priority_queue<Waiting> queue_;
};

}  // namespace

bool pardis(TreeWork& work) { return work.tree().root() != kNoNode && Pardis(work).run(); }

}  // namespace grabr
