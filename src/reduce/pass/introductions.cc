// Tested by tests/reduce/derived_names_test.cc.
#include "reduce/pass/introductions.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "reduce/pass/is_name.h"
#include "text/ascii.h"
#include "tree/deletable.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// A removed part may have this many tokens besides the introductions in it, such as those of
/// `import ( )`.
constexpr std::size_t kMaxTokensAround = 8;
/// Deleting an unused name may leave others unused; this is repeated at most so often.
constexpr int kMaxRounds = 16;

/// The tokens of a tree after edits.
class EditedTree {
 public:
  EditedTree(const Tree& tree, std::span<const Edit> edits) : tree_(tree) {
    for (const Edit& edit : edits) by_[edit.node] = edit.by;
  }

  /// Is the node no longer in the tree, neither where it was nor elsewhere?
  bool is_gone(NodeId node) const {
    NodeId topmost = node;
    for (NodeId up = node; up != kNoNode; up = tree_.parent(up)) {
      const auto edit = by_.find(up);
      if (edit != by_.end() && !is_part_of(node, edit->second)) return true;
      topmost = up;
    }
    return topmost != tree_.root();
  }
  /// Does the name stand in a text that the edits insert?
  bool is_written(std::string_view name) const {
    const auto has_name = [&](NodeId token) { return tree_.token_text(token) == name; };
    return std::ranges::any_of(by_, [&](const auto& edit) {
      const NodeId by = edit.second;
      return by != kNoNode && std::ranges::any_of(tokens_of(tree_, by), has_name);
    });
  }
  bool changes_inside(NodeId node) const {
    return std::ranges::any_of(
        by_, [&](const auto& edit) { return is_inside(tree_, edit.first, node); });
  }

 private:
  const Tree& tree_;
  std::map<NodeId, NodeId> by_;

  bool is_part_of(NodeId node, NodeId outer) const {
    return outer != kNoNode && is_inside(tree_, node, outer);
  }
};

}  // namespace

Introductions::Introductions(Tree& tree) {
  if (tree.grammar().links.introduces.empty()) return;
  const DerivedNames derived(tree);
  std::map<NodeId, std::size_t> of;  // by token
  for (const DerivedNames::Part& part : derived.parts) {
    all_.push_back({part, "", {}});
    if (part.introduces && part.token != kNoNode) of[part.token] = all_.size() - 1;
  }
  if (of.empty()) {
    all_.clear();
    return;
  }
  std::map<std::string, std::vector<NodeId>> uses;
  std::map<std::size_t, LaterUses> later;
  for_each_leaf_in(tree, tree.root(), [&](NodeId token) {
    if (!tree.is_token(token)) return;
    const auto spelt = derived.spelt.find(token);
    const bool is_spelt = spelt != derived.spelt.end();
    if (!is_spelt && (!is_name(tree, token) || derived.nameless.contains(token))) return;
    const auto introduction = of.find(token);
    const auto add = [&](std::string name) {
      if (tree.grammar().ignore_case) name = lower_case(name);
      std::vector<NodeId>& users = uses[name];
      if (introduction == of.end()) return users.push_back(token);
      all_[introduction->second].name = std::move(name);
      later[introduction->second] = {&users, users.size()};
    };
    if (!is_spelt) return add(std::string(tree.token_text(token)));
    for (const std::string& name : spelt->second.names) add(name);
  });
  for (const auto& [i, those] : later) {
    if (all_[i].part.instead != nullptr) make_local(tree, all_[i], those);
    else all_[i].uses = *those.all;
  }
}

/// Finds the uses of a local name: those in the smallest part that holds its next use.
void Introductions::make_local(Tree& tree, Introduction& one, const LaterUses& later) const {
  const std::string& text = *one.part.instead;
  one.list = one.part.node;
  while (one.list != kNoNode && tree[one.list].kind != NodeKind::kList) {
    one.list = tree.parent(one.list);
  }
  if (one.name == text || one.list == kNoNode) return;
  one.instead = tree.add_new_token(tree[one.part.token].symbol, text);
  NodeId scope = one.list;
  for (std::size_t i = later.first; i < later.all->size(); ++i) {
    const NodeId use = (*later.all)[i];
    while (one.uses.empty() && !is_inside(tree, use, scope)) scope = tree.parent(scope);
    if (!is_inside(tree, use, scope)) break;
    one.uses.push_back(use);
  }
}

std::vector<Introductions::State> Introductions::states_after(const Tree& tree,
                                                              std::span<const Edit> edits) const {
  const EditedTree edited(tree, edits);
  const EditedTree before(tree, {});
  const auto is_used_in = [](const EditedTree& in, const Introduction& one) {
    return in.is_written(one.name) ||
           std::ranges::any_of(one.uses, [&](NodeId use) { return !in.is_gone(use); });
  };
  std::vector<State> states(all_.size());
  for (std::size_t i = all_.size(); i-- > 0;) {
    const Introduction& one = all_[i];
    State& state = states[i];
    if (before.is_gone(one.part.node)) continue;
    if (edited.is_gone(one.part.node)) {
      state.fate = Fate::kGone;
    } else if (one.list != kNoNode && one.instead == kNoNode) {
      state.fate = Fate::kUnused;
    } else if (one.uses.empty() ? state.has_inside && !state.some_stay && one.part.introduces
                                : !is_used_in(edited, one) && is_used_in(before, one)) {
      state.fate = Fate::kUnused;
    }
    if (one.part.around == DerivedNames::kNone) continue;
    states[one.part.around].has_inside = true;
    states[one.part.around].some_stay |= state.fate == Fate::kStays;
  }
  return states;
}

/// The given edits, and more that remove the local names that are unused after them.
std::vector<Edit> Introductions::without_locals(
    const Tree& tree, std::span<const Edit> edits,
    const std::function<bool(NodeId)>& removable) const {
  std::vector<Edit> all(edits.begin(), edits.end());
  const auto is_known = [&](const Edit& edit) {
    return std::ranges::any_of(all, [&](const Edit& old) { return old.node == edit.node; });
  };
  const auto meets_given = [&](const Edit& edit) {
    return std::ranges::any_of(edits, [&](const Edit& given) {
      return is_inside(tree, given.node, edit.node) || is_inside(tree, edit.node, given.node) ||
             (given.by != kNoNode && is_inside(tree, edit.node, given.by));
    });
  };
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<Edit> found = local_edits(tree, states_after(tree, all), removable);
    std::erase_if(found, [&](const Edit& edit) { return is_known(edit) || meets_given(edit); });
    if (found.empty()) break;
    std::erase_if(all, [&](const Edit& old) {
      return std::ranges::any_of(
          found, [&](const Edit& edit) { return is_inside(tree, old.node, edit.node); });
    });
    std::vector<NodeId> nodes;
    for (const Edit& edit : found) nodes.push_back(edit.node);
    std::erase_if(found, [&](const Edit& edit) {
      return std::ranges::any_of(nodes, [&](NodeId other) {
        return other != edit.node && is_inside(tree, edit.node, other);
      });
    });
    for (const Edit& edit : found) {
      if (!is_known(edit)) all.push_back(edit);
    }
  }
  return all;
}

/// The edits that remove unused local names.
std::vector<Edit> Introductions::local_edits(const Tree& tree, const std::vector<State>& states,
                                             const std::function<bool(NodeId)>& removable) const {
  std::map<NodeId, bool> some_stay;  // by list
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].list != kNoNode) some_stay[all_[i].list] |= states[i].fate == Fate::kStays;
  }
  std::vector<Edit> found;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const Introduction& one = all_[i];
    if (one.instead == kNoNode || states[i].fate != Fate::kUnused) continue;
    if (some_stay[one.list]) {
      found.push_back({Edit::Kind::kReplace, one.part.token, one.instead});
      continue;
    }
    NodeId unit = tree.parent(one.list);
    while (unit != kNoNode && !removable(unit)) unit = tree.parent(unit);
    if (unit != kNoNode) found.push_back({Edit::Kind::kRemove, unit, kNoNode});
  }
  return found;
}

std::vector<Edit> Introductions::unused_after(const Tree& tree, std::span<const Edit> given,
                                              const std::function<bool(NodeId)>& removable) const {
  if (all_.empty()) return {};
  const std::vector<Edit> edits = without_locals(tree, given, removable);
  const std::vector<State> states = states_after(tree, edits);
  std::vector<NodeId> staying;
  std::vector<std::size_t> unused;  // introductions, none inside another
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const std::uint32_t around = all_[i].part.around;
    const bool is_outermost = around == DerivedNames::kNone || states[around].fate == Fate::kStays;
    if (all_[i].list == kNoNode && states[i].fate == Fate::kUnused && is_outermost)
      unused.push_back(i);
    if (all_[i].list == kNoNode && states[i].fate == Fate::kStays && !states[i].has_inside) {
      staying.push_back(all_[i].part.node);
    }
  }
  std::map<NodeId, std::size_t> left;  // how many elements are left, for lists that need some
  const auto may_go = [&](NodeId node) {
    if (!removable(node)) return false;
    const Node list = tree[tree.parent(node)];
    if (list.kind != NodeKind::kList || list.min == 0) return true;
    auto& elements = left.try_emplace(tree.parent(node), element_count(list)).first->second;
    return elements > list.min && elements-- > 0;
  };
  const EditedTree edited(tree, edits);
  std::vector<NodeId> units;
  for (const std::size_t i : unused) {
    NodeId unit = all_[i].part.node;
    const std::size_t most = count_tokens(tree, unit) + kMaxTokensAround;
    while (unit != kNoNode && !may_go(unit)) unit = tree.parent(unit);
    if (unit == kNoNode || count_tokens(tree, unit) > most || edited.changes_inside(unit)) continue;
    const auto is_in_it = [&](NodeId other) { return is_inside(tree, other, unit); };
    if (std::ranges::none_of(staying, is_in_it)) units.push_back(unit);
  }
  std::vector<Edit> found(edits.begin() + static_cast<std::ptrdiff_t>(given.size()), edits.end());
  for (const NodeId unit : units) {
    // If all elements of a list that needs some are unused, the last one is removed by removing the
    // whole list; the other elements are inside it and need no edit.
    const bool is_inner = std::ranges::any_of(
        units, [&](NodeId other) { return other != unit && is_inside(tree, unit, other); });
    if (!is_inner) found.push_back({Edit::Kind::kRemove, unit, kNoNode});
  }
  return found;
}

}  // namespace grabr
