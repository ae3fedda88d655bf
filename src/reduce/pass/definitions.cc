// Definitions of names, and their uses. All that is known of a language is which tokens are names:
//
//   f() { g(1); h(); }  g(x) { … }                     g is defined in the second part
//   define void @f() !dbg !4 { … }  !4 = !{ … }        and so is !4, although it is no name
//
// A name is defined at its least deep token, if there is one such token in the text, or, as for
// local names, one in each element of the main list that has any. Other tokens than names count as
// names if each text of their terminal has one such token, which is the first of its list element
// apart from keywords: numbers of metadata and of attributes in LLVM IR.
//
// When a definition goes, so does each use: the smallest deletable part around it, if that has no
// other name; otherwise it becomes a constant that fits there, or the smallest rule around it that
// has a template (hints.rewrites) becomes what that makes of it without the name; otherwise the
// part goes. Then names that are defined in this part go in the same way. In a list of units, two
// ways are tried: without the uses and with them. The one that has worked more often comes first,
// and the other one is given up where it seldom works.
//
//   br i1 %c, label %a, label %b   without %b:  br label %a      ret i32 %x  without %x:  ret i32
//   undef
//
// Source: grabr; llvm-reduce deletes blocks and functions in this way, by LLVM's semantics.
// Tested by tests/reduce/delete_alike_test.cc.
#include "reduce/pass/definitions.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/list_dependencies.h"
#include "reduce/pass/name_closures.h"
#include "reduce/pass/names.h"
#include "reduce/pass/rewrites.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Is it the first token of its list element, apart from keywords and signs?
bool is_first_pattern(const Tree& tree, NodeId token) {
  for (NodeId id = token; tree.parent(id) != kNoNode; id = tree.parent(id)) {
    const NodeId parent = tree.parent(id);
    if (tree[parent].kind == NodeKind::kList) return true;
    for (const NodeId child : tree.children(parent)) {
      if (child == id) break;
      for (const NodeId before : tokens_of(tree, child)) {
        if (is_pattern(tree, before)) return false;
      }
    }
  }
  return false;
}

using Used = Definitions::Used;

/// The chance that the second way to delete units must have.
constexpr double kMinChanceOfSecond = .25;
/// The chance of all units counts as this many answers for units of one kind.
constexpr double kWeightOfAll = 2;

struct UsesStatistics {
  /// The definitions of the tree of this version.
  std::optional<Definitions> definitions;
  std::uint64_t version = 0;
  /// That units can go, by whether the uses of the names that they define go, too.
  std::map<bool, Odds> odds;
  /// The same for units of a symbol, and by where the names are used.
  std::map<std::tuple<SymbolId, Used, bool>, Odds> odds_of_kind;

  double chance_of_all(bool uses) { return odds.try_emplace(uses, 2, 1).first->second.chance(); }
  Odds& of_kind(SymbolId kind, Used used, bool uses) {
    const double prior = kWeightOfAll * chance_of_all(uses);
    return odds_of_kind.try_emplace({kind, used, uses}, kWeightOfAll, prior).first->second;
  }
};

/// Parts that go, and what becomes of the uses of names that they define.
class Leaving {
 public:
  Leaving(TreeEditor& work, const std::unordered_map<NodeId, std::vector<NodeId>>& uses)
      : work_(work), uses_(uses), constants_(work) {}

  std::vector<Edit> edits(std::span<const NodeId> parts) {
    for (NodeId up = parts.empty() ? kNoNode : parts.front(); up != kNoNode;) {
      around_.insert(up);
      up = tree().parent(up);
    }
    std::vector<NodeId> gone;
    for (const NodeId part : parts) add(gone, part);
    for (std::size_t i = 0; i < gone.size(); ++i) {
      for (const NodeId token : tokens_of(tree(), gone[i])) leave(token, gone);
    }
    if (gone.size() > parts.size()) gone = outermost(tree(), std::move(gone));
    std::vector<Edit> edits = work_.leave_out(gone);
    add_replacements(edits);
    return edits;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  void add(std::vector<NodeId>& gone, NodeId part) {
    gone.push_back(part);
    for (const NodeId token : tokens_of(tree(), part)) gone_.insert(token);
  }

  /// The token goes: all uses of the name that it defines go, too.
  void leave(NodeId token, std::vector<NodeId>& gone) {
    const auto uses = uses_.find(token);
    if (uses == uses_.end()) return;
    left_.insert(uses->second.begin(), uses->second.end());
    for (const NodeId use : uses->second) {
      if (gone_.contains(use)) continue;
      const NodeId part = part_around(use);
      if (part != kNoNode) add(gone, part);
    }
  }

  /// The part that goes with this use; kNoNode if the use is replaced.
  NodeId part_around(NodeId use) {
    bool replaceable = !constants_.of(use).empty();
    for (NodeId up = use; up != kNoNode; up = tree().parent(up)) {
      if (work_.removable(up)) {
        const bool stays = around_.contains(up) || (replaceable && has_other_name(up, use));
        return stays ? kNoNode : up;
      }
      replaceable = replaceable || has_template(up);
    }
    return kNoNode;
  }

  bool has_template(NodeId node) const {
    return tree()[node].kind == NodeKind::kRule &&
           std::ranges::any_of(work_.grammar().hints.rewrites,
                               [&](const auto& one) { return one.first == tree()[node].symbol; });
  }

  bool has_other_name(NodeId part, NodeId use) const {
    return std::ranges::any_of(tokens_of(tree(), part), [&](NodeId token) {
      return is_name(tree(), token) && tree().token_text(token) != tree().token_text(use);
    });
  }

  void add_replacements(std::vector<Edit>& edits) {
    std::map<NodeId, NodeId> replaced;
    std::optional<Rewrites> rewrites;
    for (const NodeId use : left_) {
      if (gone_.contains(use)) continue;
      const std::vector<std::string>& constants = constants_.of(use);
      if (!constants.empty()) {
        if (constants[0] == tree().token_text(use)) continue;
        replaced.emplace(topmost_alone(tree(), use), work_.add_text(constants[0]));
        continue;
      }
      if (!rewrites) {
        rewrites.emplace(work_);
        weights_ = work_.weights();
      }
      for (NodeId up = use; up != kNoNode && !work_.removable(up); up = tree().parent(up)) {
        const std::optional<Rewrite> rewrite = without_names(*rewrites, up);
        if (!rewrite) continue;
        if (!replaced.contains(rewrite->node)) {
          replaced.emplace(rewrite->node, Rewrites::make(work_, *rewrite));
        }
        break;
      }
    }
    for (const auto& [node, by] : replaced) {
      bool inside = false;  // only a template replaces more than a token
      for (NodeId up = tree().parent(node); rewrites && up != kNoNode; up = tree().parent(up)) {
        inside |= replaced.contains(up);
      }
      if (!inside) edits.push_back({Edit::Kind::kReplace, node, by});
    }
  }

  /// What the first template makes of the node that has none of the names that go.
  std::optional<Rewrite> without_names(const Rewrites& rewrites, NodeId node) const {
    if (!has_template(node)) return std::nullopt;
    for (Rewrite& rewrite : rewrites.of(node, weights_)) {
      const bool has_any = std::ranges::any_of(rewrite.parts, [&](NodeId part) {
        return part != kNoNode && std::ranges::any_of(tokens_of(tree(), part), [&](NodeId token) {
                 return left_.contains(token);
               });
      });
      if (!has_any) return std::move(rewrite);
    }
    return std::nullopt;
  }

  TreeEditor& work_;
  const std::unordered_map<NodeId, std::vector<NodeId>>& uses_;
  ConstantTexts constants_;
  std::vector<std::uint32_t> weights_;
  std::unordered_set<NodeId> around_;  ///< nodes that do not go, because the parts are inside
  std::unordered_set<NodeId> gone_;    ///< tokens that go
  std::set<NodeId> left_;              ///< the uses of names that go
};

/// Units of a list, each deleted alone or with the uses of the names that it defines.
class WithUses {
 public:
  WithUses(TreeWork& work, std::vector<NodeId> units, RemovableList alone)
      : work_(work), units_(std::move(units)), alone_(std::move(alone)) {
    const NodeId around = units_.empty() ? kNoNode : work.tree().parent(units_[0]);
    if (around != kNoNode) kind_ = work.tree()[around].symbol;
  }

  const RemovableList& alone() const { return alone_; }

  Candidate render(const Kept& kept) {
    if (!takes_uses(kept)) return alone_.render(kept);
    const std::vector<NodeId> out = dropped(kept);
    std::string words = "delete " + std::to_string(out.size()) + " × ";
    words += node_name(work_.tree(), out[0]) + " with uses";
    return work_.smaller_candidate(definitions().leave_out_with_uses(out), std::move(words));
  }

  /// Called after a rejected candidate: first with each way, then with those of `alone`.
  bool retry(const Kept& kept) {
    if (rejected_ == 0 || tried_ != kept) {
      used_ = used_by(kept);
      if (used_ == Used::kNowhere) return alone_.retry && alone_.retry(kept);
      takes_uses_now_ = takes_uses(kept);
      tried_ = kept;
      rejected_ = 1;
      note(used_, takes_uses_now_, false);
      takes_uses_now_ = !takes_uses_now_;
      if (chance(used_, takes_uses_now_) >= kMinChanceOfSecond) return true;
    } else if (rejected_ == 1) {
      note(used_, takes_uses_now_, false);
    }
    rejected_ = 2;
    takes_uses_now_ = false;
    return alone_.retry && alone_.retry(kept);
  }

  void accept(const Kept& kept) {
    const bool uses = takes_uses(kept);
    const Used used = used_by(kept);
    if (used != Used::kNowhere) note(used, uses, true);
    rejected_ = 0;
    if (uses) work_.apply(definitions().leave_out_with_uses(dropped(kept)));
    else alone_.on_accept(kept);
  }

 private:
  bool takes_uses(const Kept& kept) {
    if (rejected_ > 0 && tried_ == kept) return takes_uses_now_;
    const Used used = used_by(kept);
    return used != Used::kNowhere && chance(used, true) > chance(used, false);
  }

  Used used_by(const Kept& kept) {
    const std::vector<NodeId> out = dropped(kept);
    return out.empty() ? Used::kNowhere : definitions().used_outside(out);
  }

  std::vector<NodeId> dropped(const Kept& kept) const {
    std::vector<NodeId> out;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < units_.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else if (work_.attached(units_[i])) out.push_back(units_[i]);
    }
    return out;
  }

  const Definitions& definitions() {
    UsesStatistics& last = known();
    if (!last.definitions || last.version != work_.version()) {
      last.definitions.emplace(work_);
      last.version = work_.version();
    }
    return *last.definitions;
  }

  UsesStatistics& known() { return work_.statistics().of<UsesStatistics>(); }
  double chance(Used used, bool uses) { return known().of_kind(kind_, used, uses).chance(); }
  void note(Used used, bool uses, bool worked) {
    known().of_kind(kind_, used, uses).note(worked);
    known().odds.at(uses).note(worked);
  }

  TreeWork& work_;
  std::vector<NodeId> units_;
  RemovableList alone_;
  SymbolId kind_ = kNoSymbol;
  Kept tried_;        ///< what the last rejected candidate kept
  int rejected_ = 0;  ///< the number of ways that were rejected with that
  Used used_ = Used::kNowhere;
  bool takes_uses_now_ = false;
};

}  // namespace

RemovableList with_uses(TreeWork& work, std::vector<NodeId> units, RemovableList alone) {
  const auto state = std::make_shared<WithUses>(work, std::move(units), std::move(alone));
  RemovableList list = state->alone();
  list.render = [state](const Kept& kept) { return state->render(kept); };
  list.retry = [state](const Kept& kept) { return state->retry(kept); };
  list.on_accept = [state](const Kept& kept) { state->accept(kept); };
  return list;
}

Definitions::Definitions(TreeEditor& work)
    : work_(work), elements_(work.tree(), main_elements(work, 1)) {
  const Tree& tree = work.tree();
  std::vector<std::uint32_t> depths(tree.size());
  std::vector<std::pair<NodeId, std::uint32_t>> order, depth;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree.parent(id) != kNoNode) depths[id] = depths[tree.parent(id)] + 1;
    if (!tree.is_token(id)) continue;
    order.emplace_back(id, static_cast<std::uint32_t>(order.size()));
    depth.emplace_back(id, depths[id]);
  }
  order_ = TokenNumbers(std::move(order));
  depth_ = TokenNumbers(std::move(depth));
  for (const Name& name : linked_names_in(tree)) add(name.tokens);
  add_patterns();
}

NodeId Definitions::least_deep(std::span<const NodeId> tokens) const {
  NodeId best = kNoNode;
  std::uint32_t least = ~std::uint32_t{0};
  for (const NodeId token : tokens) {
    const std::uint32_t depth = depth_[token];
    if (depth < least) best = token;
    else if (depth == least) best = kNoNode;
    least = std::min(least, depth);
  }
  return best;
}

void Definitions::add(const std::vector<NodeId>& tokens) {
  if (tokens.size() < 2) return;
  const auto note = [&](NodeId definition, const std::vector<NodeId>& all) {
    if (definition == kNoNode || all.size() < 2) return;
    std::vector<NodeId>& uses = uses_[definition];
    for (const NodeId token : all) {
      if (token != definition) uses.push_back(token);
    }
  };
  const NodeId definition = least_deep(tokens);
  if (definition != kNoNode) return note(definition, tokens);
  std::map<std::uint32_t, std::vector<NodeId>> by_element;
  for (const NodeId token : tokens) by_element[elements_[token]].push_back(token);
  for (const auto& [element, local] : by_element) {
    if (element != UnitOfToken::kNoUnit) note(least_deep(local), local);
  }
}

void Definitions::add_patterns() {
  const Tree& tree = work_.tree();
  std::map<SymbolId, std::vector<const Name*>> by_terminal;
  const std::vector<Name> patterns = other_patterns_in(tree);
  for (const Name& one : patterns) by_terminal[one.terminal].push_back(&one);
  for (const auto& [terminal, texts] : by_terminal) {
    const bool all = std::ranges::all_of(texts, [&](const Name* one) {
      const NodeId definition = least_deep(one->tokens);
      return definition != kNoNode && is_first_pattern(tree, definition);
    });
    if (!all) continue;
    for (const Name* one : texts) add(one->tokens);
  }
}

Definitions::Used Definitions::used_outside(std::span<const NodeId> parts) const {
  const UnitOfToken units(work_.tree(), parts);
  Used used = Used::kNowhere;
  for (const NodeId part : parts) {
    for (const NodeId token : tokens_of(work_.tree(), part)) {
      const auto uses = uses_.find(token);
      if (uses == uses_.end()) continue;
      for (const NodeId use : uses->second) {
        if (units[use] != UnitOfToken::kNoUnit) continue;
        if (order_[use] < order_[token]) return Used::kBefore;
        used = Used::kAfter;
      }
    }
  }
  return used;
}

std::vector<Edit> Definitions::leave_out_with_uses(std::span<const NodeId> parts) const {
  return Leaving(work_, uses_).edits(parts);
}

}  // namespace grabr
