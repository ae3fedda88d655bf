// Inlines together all names that a single token of their definition can replace: blocks that only
// branch, variables that only hold another one, functions that only call another one.
//
//   a: br b   b: br c   c: br d   d: ret     →   a: ret
//
// Each name gets its best inlining by a single token (reduce/pass/inlinings.h). If that token is
// itself a use of an inlined name, that name's token is used, and so on; names that would be
// replaced in a circle are left alone. The names are minimised as one list by Markov generalised
// binary splitting. The search is given up when too many names turn out to stay or few tokens go.
// Otherwise it is repeated, because more definitions may hold a single token by then: first for
// names not tried before, and when these are few, for all. Guarantee: none; inline-names tries
// names one by one.
// Source: grabr; llvm-reduce simplifies control flow in this way, but knows blocks.
// Tested by tests/reduce/delete_alike_test.cc.
#include "reduce/pass/inline_alike.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/alike.h"
#include "reduce/pass/inlinings.h"
#include "reduce/pass/name_closures.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Fewer names are not worth a search.
constexpr std::size_t kMinNamesInlined = 8;

class InliningAlike {
 public:
  /// `stay` has the names that are not tried; names that turn out to stay are added.
  InliningAlike(TreeWork& work, std::set<NameKey>& stay)
      : work_(work), stay_(stay), worthwhile_(work) {}

  bool run() {
    find();
    if (ones_.size() < kMinNamesInlined) return false;
    inlined_.resize(ones_.size());
    RemovableList list;
    list.count = static_cast<std::uint32_t>(ones_.size());
    list.render = [this](const Kept& kept) {
      const std::vector<bool> chosen = chosen_by(kept);
      const auto count = std::ranges::count(chosen, true);
      return work_.smaller_candidate(edits_for(chosen, false),
                                     "inline " + std::to_string(count) + " names");
    };
    list.on_accept = [this](const Kept& kept) {
      const std::vector<bool> chosen = chosen_by(kept);
      work_.apply(edits_for(chosen, true));
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i]) inlined_[i] = true;
      }
      changed_ = true;
    };
    KeepEstimate estimate;
    MgbsOptions options;
    std::size_t stay = 0;
    options.visit = [&](std::uint32_t i) {
      stay_.insert(keys_[i]);
      worthwhile_.is_over(++stay, ones_.size() - i);
    };
    options.enough = [&] { return worthwhile_.is_over(); };
    mgbs(work_.session(), list, estimate, options);
    if (changed_) work_.reparse();
    return changed_;
  }

  bool given_up() const { return worthwhile_.is_over(); }

 private:
  void find() {
    const Inlinings inlinings(work_);
    for (const Name& name : inlinings.names()) {
      if (stay_.contains(key_of(name))) continue;
      for (Inlining& one : inlinings.of(name)) {
        const bool is_token = work_.tree().token_count(one.by) == 1;
        if (one.way != Inlining::Way::kAlone || !is_token) continue;
        for (const NodeId token : name.tokens) user_of_[token] = ones_.size();
        ones_.push_back(std::move(one));
        keys_.push_back(key_of(name));
        break;
      }
    }
  }

  /// The names to inline: those that are neither kept nor inlined before.
  std::vector<bool> chosen_by(const Kept& kept) const {
    std::vector<bool> chosen(ones_.size(), true);
    for (const std::uint32_t i : kept) chosen[i] = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (inlined_[i]) chosen[i] = false;
    }
    return chosen;
  }

  /// The node that finally replaces a name; kNoNode if that would be the name itself.
  NodeId resolved(std::size_t number, const std::vector<bool>& chosen) const {
    NodeId by = ones_[number].by;
    for (std::size_t steps = 0; steps <= ones_.size(); ++steps) {
      const auto replaced = replaced_.find(token_of(by));
      if (replaced != replaced_.end()) return replaced->second;
      const auto user = user_of_.find(token_of(by));
      if (user == user_of_.end() || !chosen[user->second]) return by;
      by = ones_[user->second].by;
    }
    return kNoNode;
  }

  NodeId token_of(NodeId node) const { return tokens_of(work_.tree(), node)[0]; }

  /// The edits that inline the chosen names. To print a candidate, one subtree may be used in
  /// several places; in a tree each must be a copy (`copied`).
  std::vector<Edit> edits_for(const std::vector<bool>& chosen, bool copied) {
    std::vector<NodeId> definitions;
    std::vector<std::pair<std::size_t, NodeId>> inlined;  // name numbers, replacements
    for (std::size_t i = 0; i < ones_.size(); ++i) {
      if (!chosen[i] || !work_.attached(ones_[i].definition)) continue;
      const NodeId by = resolved(i, chosen);
      if (by == kNoNode) continue;
      definitions.push_back(ones_[i].definition);
      inlined.emplace_back(i, by);
    }
    definitions = outermost(work_.tree(), std::move(definitions));
    const std::set<NodeId> gone(definitions.begin(), definitions.end());
    std::vector<Edit> edits = work_.leave_out(definitions);
    for (const auto& [number, by] : inlined) {
      for (const NodeId use : ones_[number].uses) {
        if (is_inside_one_of(use, gone) || !work_.node_fits(use, by)) continue;
        const NodeId put = copied ? work_.tree().copy_subtree(by) : by;
        edits.push_back({Edit::Kind::kReplace, use, put});
        if (copied) replaced_[token_of(use)] = put;
      }
    }
    return edits;
  }

  bool is_inside_one_of(NodeId node, const std::set<NodeId>& gone) const {
    const Tree& tree = work_.tree();
    NodeId up = node;
    for (; tree.parent(up) != kNoNode; up = tree.parent(up)) {
      if (gone.contains(up)) return true;
    }
    return gone.contains(up) || up != tree.root();
  }

  TreeWork& work_;
  std::set<NameKey>& stay_;
  Worthwhile worthwhile_;
  std::vector<Inlining> ones_;
  std::vector<NameKey> keys_;  ///< the names of `ones_`
  std::vector<bool> inlined_;
  std::map<NodeId, std::size_t> user_of_;  ///< by token: the number of its name in ones_
  std::map<NodeId, NodeId> replaced_;      ///< token no longer in the tree → its copy
  bool changed_ = false;
};

}  // namespace

bool inline_alike(TreeWork& work) {
  std::set<NameKey> stay;
  bool changed = false;
  while (work.tree().root() != kNoNode) {
    InliningAlike inlining(work, stay);
    const bool asks_all = stay.empty();
    const bool works = inlining.run();
    changed |= works;
    if (inlining.given_up() || (asks_all && !works)) break;
    if (!works) stay.clear();
  }
  return changed;
}

}  // namespace grabr
