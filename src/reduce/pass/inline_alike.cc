// Inlines all names at once that have a definition of which one token can take their place: blocks
// that only branch on, variables that only hold another one, functions that only call another one.
//
//   a: br b   b: br c   c: br d   d: ret     →   a: ret
//
// For each name the best inlining by a single token is taken (reduce/pass/inlinings.h). If that
// token is itself a use of a name that is inlined, its token is used, and so on; names that would
// be replaced in a circle are left alone. The names are minimised as one list by Markov
// generalised binary splitting, until too many of them turn out to stay or little goes. If that was
// not so, it is done again, as other definitions may hold a single token by then: first for names
// not asked about before, and when those are few, for all.
// Guarantee: none; inline-names looks at names one by one.
// Source: grabr; simplifying the control flow in llvm-reduce, without knowing what a block is.
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

/// Fewer names are not worth it.
constexpr std::size_t kMinNamesInlined = 8;

class InliningAlike {
 public:
  /// `stay`: names not to be asked about; those that stay are added.
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

  /// The names that are neither kept nor inlined before.
  std::vector<bool> chosen_by(const Kept& kept) const {
    std::vector<bool> chosen(ones_.size(), true);
    for (const std::uint32_t i : kept) chosen[i] = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (inlined_[i]) chosen[i] = false;
    }
    return chosen;
  }

  /// What takes the place of a name in the end; kNoNode if it is the name itself.
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

  /// Printing a candidate may use a subtree in several places; in a tree each must be a copy.
  std::vector<Edit> edits_for(const std::vector<bool>& chosen, bool copied) {
    std::vector<NodeId> definitions;
    std::vector<std::pair<std::size_t, NodeId>> inlined;  // numbers, and what takes their place
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
  std::vector<NameKey> keys_;  ///< of their names
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
