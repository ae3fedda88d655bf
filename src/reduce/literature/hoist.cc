// Hoisting: level by level, a part is replaced by one of its nearest descendants that fit there:
// the first that fits on each path down. After a success the descendant takes the part's place in
// the level and is tried next; the level is repeated until no part can be replaced.
//
//   ((1 + 2) * 3) - 4  with 2 needed, expressions
//   level 1  → ((1 + 2) * 3)? yes → (1 + 2) * 3? yes → (1 + 2)? yes → 1 + 2? yes → 1? no → 2? yes
//
// A descendant fits if the grammar accepts it there (TreeWork::fits); equal symbols are not
// required, because in grammars with a symbol for each precedence nothing could be hoisted then. A
// descendant over the same tokens is not a candidate; those inside it are. If several nodes have
// the same tokens, the topmost is replaced, since more descendants fit there. Each candidate has
// fewer tokens. The pass repeats until no part can be replaced by any of its nearest descendants
// that fit. Published hoisting restarts the level after each success, which gives the same
// guarantee but repeats the tests of earlier parts (on one C file 1469 tests instead of 343, with
// the same result). It deletes nothing, so it should run after a walk that does.
// Source: D. Vince, R. Hodovan, D. Barsony, A. Kiss, "Extending Hierarchical Delta Debugging with
// Hoisting" (AST 2021). Tested by tests/reduce/hoist_test.cc.
#include <utility>
#include <vector>

#include "reduce/literature/levels.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

struct Hoisting {
  std::size_t part = 0;  ///< the number of the part in the level
  NodeId by = kNoNode;
};

class Hoist {
 public:
  explicit Hoist(TreeWork& work) : work_(work), parts_(work, TreeParts::Leaving::kNothing) {}

  bool run() {
    bool changed = false;
    std::vector<TreePart> level = parts_.root();
    while (!level.empty()) {
      std::size_t first = 0;
      while (hoist_one(level, first)) changed = true;
      level = next_level(parts_, level);
    }
    return changed;
  }

 private:
  /// Tries all parts once, from part `first` on; sets `first` to the part that was replaced.
  bool hoist_one(std::vector<TreePart>& level, std::size_t& first) {
    std::vector<Hoisting> hoistings;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::size_t part = (first + i) % level.size();
      for (const NodeId by : parts_.nearest_fitting(level[part].node)) {
        hoistings.push_back({part, by});
      }
    }
    const auto edit = [&](std::size_t i) {
      return Edit{Edit::Kind::kReplace, level[hoistings[i].part].node, hoistings[i].by};
    };
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == hoistings.size()) return false;
      const Edit one[] = {edit(i)};
      candidate = work_.smaller_candidate(one, words(one[0]));
      return true;
    });
    if (!found) return false;
    const Edit one[] = {edit(*found)};
    work_.apply(one);
    first = hoistings[*found].part;
    level[first].node = hoistings[*found].by;
    return true;
  }

  std::string words(const Edit& edit) const {
    return "replace " + node_name(work_.tree(), edit.node) + " by a " +
           node_name(work_.tree(), edit.by) + " inside it";
  }

  TreeWork& work_;
  TreeParts parts_;
};

}  // namespace

bool hoist(TreeWork& work) { return Hoist(work).run(); }

}  // namespace grabr
