// Applies a template of the grammar (hints.rewrites) in all places at once: every conditional branch
// becomes an unconditional one, every `if` its body, every function definition a declaration.
//
//   br i1 %c, label %a, label %b   →   br label %a      in all blocks, with one test
//
// What such a step frees may be little; but what only the other parts needed, such as the blocks
// that are no longer reached, can then go together. Templates that free most tokens come first.
// Each is applied in all places; if that does not work and it frees a good part of the text, the
// places are minimised as one list by Markov generalised binary splitting, until too many of them
// turn out to stay as they are.
// Guarantee: none; `rewrite` and `replace` look at places one by one.
// Source: grabr; llvm-reduce makes all conditional branches unconditional like this. Tested by
// tests/reduce/delete_alike_test.cc.
#include "reduce/pass/rewrite_alike.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/rewrites.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Fewer places are not worth it.
constexpr std::size_t kFewPlaces = 8;
/// A template that frees less than one in this many of the tokens is only tried in all places.
constexpr std::uint64_t kLeastFreed = 8;
/// A template is left alone when a place stays as it is with this probability.
constexpr double kMostUnchanged = 0.2;

/// A template and the places where it makes less of a text.
struct Applications {
  std::vector<Rewrite> places;  ///< in order, none inside another
  std::uint64_t freed = 0;      ///< tokens
};

class RewritingAlike {
 public:
  RewritingAlike(TreeWork& work, std::span<const NodeId> roots)
      : work_(work), rewrites_(work), roots_(roots) {}

  bool run() {
    if (rewrites_.none()) return false;
    while (std::optional<Applications> next = next_template()) apply(std::move(*next));
    return changed_;
  }

 private:
  std::optional<Applications> next_template() {
    weights_ = work_.weights();
    std::map<int, Applications> templates;
    for (const NodeId root : roots_) {
      if (work_.attached(root)) collect(root, templates);
    }
    std::optional<Applications> best;
    for (auto& [number, found] : templates) {
      if (done_.contains(number) || found.places.size() < kFewPlaces) continue;
      if (!best || found.freed > best->freed) best = std::move(found);
    }
    if (best) done_.insert(best->places[0].number);
    return best;
  }

  void collect(NodeId root, std::map<int, Applications>& templates) const {
    const Tree& tree = work_.tree();
    for (const NodeId id : preorder(tree, root)) {
      if (id == root || weights_[id] < 2 || !is_topmost(id)) continue;
      for (Rewrite& rewrite : rewrites_.of(id, weights_)) {
        Applications& found = templates[rewrite.number];
        if (!found.places.empty() && is_inside(tree, id, found.places.back().node)) continue;
        found.freed += weights_[rewrite.node] - rewrite.tokens;
        found.places.push_back(std::move(rewrite));
      }
    }
  }

  /// Has the rule around it more tokens?
  bool is_topmost(NodeId id) const {
    const Tree& tree = work_.tree();
    if (tree[id].kind != NodeKind::kRule) return false;
    const NodeId parent = tree[id].parent;
    return parent == kNoNode || tree[parent].kind != NodeKind::kRule ||
           weights_[parent] > weights_[id];
  }

  void apply(Applications found) {
    std::vector<NodeId> made;  // by place
    for (const Rewrite& rewrite : found.places) made.push_back(Rewrites::make(work_, rewrite));
    std::vector<bool> rewritten(made.size());
    const auto edits_for = [&](const Kept& kept) {
      std::vector<Edit> edits;
      std::size_t next = 0;
      for (std::uint32_t i = 0; i < made.size(); ++i) {
        if (next < kept.size() && kept[next] == i) ++next;
        else if (!rewritten[i]) {
          edits.push_back({Edit::Kind::kReplace, found.places[i].node, made[i]});
        }
      }
      return edits;
    };
    RemovableList list;
    list.count = static_cast<std::uint32_t>(made.size());
    list.render = [&](const Kept& kept) {
      const std::vector<Edit> edits = edits_for(kept);
      std::string words = "rewrite " + std::to_string(edits.size()) + " × ";
      words += node_name(work_.tree(), found.places[0].node);
      return work_.smaller_candidate(edits, std::move(words));
    };
    list.on_accept = [&](const Kept& kept) {
      work_.apply(edits_for(kept));
      rewritten.assign(made.size(), true);
      for (const std::uint32_t i : kept) rewritten[i] = false;
      changed_ = true;
    };
    Kept kept = keep_all(list);
    try_cut(work_.session(), list, kept, {0, kept.size()});
  }

  TreeWork& work_;
  Rewrites rewrites_;
  std::span<const NodeId> roots_;
  std::vector<std::uint32_t> weights_;
  std::set<int> done_;  ///< numbers of templates
  bool changed_ = false;
};

}  // namespace

bool rewrite_alike(TreeWork& work) {
  const NodeId root = work.tree().root();
  return root != kNoNode && rewrite_alike(work, {&root, 1});
}

bool rewrite_alike(TreeWork& work, std::span<const NodeId> roots) {
  return RewritingAlike(work, roots).run();
}

}  // namespace grabr
