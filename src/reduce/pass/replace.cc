// Replaces nodes by smaller ones: parts of them that fit, cheapest texts, other expansions, results
// of the grammar's templates (reduce/pass/replacements.h lists them).
//
//   while (c) { f(1); g(2); }   →   f(1);     →   { f(1); g(2); } spliced into the block around it
//
// At most kMaxReplacements replacements of a node are tried. Replacements share their odds if they
// are of the same kind, their nodes are both deletable or both not, and they shrink the node by the
// same power of two.
// Source: grabr, after GRABR and Perses. Tested by tests/reduce/auto_test.cc, sweep_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "reduce/pass/move_search.h"
#include "reduce/pass/replace_inside.h"
#include "reduce/pass/replacements.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxReplacements = 16;
/// The priors by Replacement::Kind, for replacements nearly as large as the node.
constexpr double kChances[] = {
    .1,   // kCheapest: keeps nothing of the node; a sweep has deleted most such nodes
    .03,  // kValue
    .15,  // kDescendant: it keeps most of what the failure needs
    .25,  // kSplice
    .06,  // kAlternate: the symbols it adds are new
    .02,  // kOtherForm
    .06,  // kTemplate
};
/// The chance is multiplied by this for each halving of the size.
constexpr double kChancePerHalving = .5;
/// The weight of a prior, in answers.
constexpr double kReplaceTrust = 8;

class Replacing {
 public:
  Replacing(View& view, NodeId node)
      : view_(view), work_(view.work()), rewrites_(view.of<Rewrites>()), node_(node) {}

  std::vector<Move> moves() {
    std::vector<Move> moves;
    for (Replacement& option :
         find_replacements(work_, rewrites_, node_, view_.weights(), kMaxReplacements)) {
      moves.push_back(move_of(std::move(option)));
    }
    return moves;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  Move move_of(Replacement option) {
    const bool removable = work_.removable(node_);
    const int halvings = static_cast<int>(std::bit_width(view_.weight(node_) / option.tokens)) - 1;
    const int kind = static_cast<int>(option.kind) + (option.rewrite ? option.rewrite->number : 0);
    Move move;
    move.drops_needed = drops_needed(option);
    move.way = (kind * 2 + (removable ? 1 : 0)) * 64 + halvings;
    const double chance = kChances[static_cast<std::size_t>(option.kind)] *
                          std::pow(kChancePerHalving, halvings) *
                          (move.drops_needed ? kDropsNeededChance : 1);
    move.odds = {kReplaceTrust, kReplaceTrust * chance};
    move.freed = view_.weight(node_) - option.tokens;
    move.question = question(option);
    move.words = "replace " + node_name(tree(), node_) + " by " + option.words;
    move.may_be_longer = true;
    move.edits = [&work = work_, node = node_, option = std::move(option)] {
      const NodeId place = option.rewrite ? option.rewrite->node : node;
      return std::vector<Edit>{{Edit::Kind::kReplace, place, made_from(work, option)}};
    };
    return move;
  }

  /// Does the replacement drop a part that is known to stay? Expansions and templates never count:
  /// the tokens they add may replace the part.
  bool drops_needed(const Replacement& option) const {
    if (option.kind == Replacement::Kind::kAlternate || option.rewrite) return false;
    std::uint32_t at = view_.first(node_);
    const std::span all_kept =
        option.by == kNoNode ? std::span(option.parts) : std::span(&option.by, 1);
    for (const NodeId kept : all_kept) {
      if (view_.stays(at, view_.first(kept))) return true;
      at = view_.end(kept);
    }
    return view_.stays(at, view_.end(node_));
  }

  std::optional<Hash128> question(const Replacement& option) {
    if (view_.weight(node_) > NegativeCache::kMaxPlaceTokens) return std::nullopt;
    std::string by = option.by == kNoNode ? option.text : print_subtree(tree(), option.by);
    for (const NodeId part : option.parts) by += print_subtree(tree(), part) + '\n';
    if (option.rewrite) by += "template " + std::to_string(option.rewrite->number);
    return work_.question(node_, "by " + by);
  }

  static NodeId made_from(TreeWork& work, const Replacement& option) {
    if (option.rewrite) return Rewrites::make(work, *option.rewrite);
    if (option.by != kNoNode) return option.by;
    if (option.parts.empty()) return work.add_text(option.text);
    std::vector<NodeId> copies;
    for (const NodeId part : option.parts) copies.push_back(work.tree().copy_subtree(part));
    Node group;
    group.kind = NodeKind::kGroup;
    return work.tree().add_node(group, copies);
  }

  View& view_;
  TreeWork& work_;
  const Rewrites& rewrites_;
  NodeId node_;
};

/// Is it a rule node, and the topmost one of its unit chain?
bool may_be_replaced(const View& view, NodeId id) {
  const Tree& tree = view.tree();
  if (tree[id].kind != NodeKind::kRule || view.weight(id) < 2) return false;
  const NodeId parent = tree.parent(id);
  return parent == kNoNode || tree[parent].kind != NodeKind::kRule ||
         tree[parent].child_count() > 1;
}

}  // namespace

std::vector<Site> find_replacing(View& view, NodeId inside) {
  std::vector<Site> sites;
  for (const NodeId node : preorder(view.tree(), inside)) {
    if (!may_be_replaced(view, node)) continue;
    if (node == inside && node != view.tree().root()) continue;
    sites.push_back({static_cast<double>(view.weight(node)),
                     [&view, node] { return Replacing(view, node).moves(); }});
  }
  return sites;
}

bool replace_inside(TreeWork& work, NodeId node, double least, std::uint64_t most_in_vain) {
  const Session::InPass in(work.session(), "replace");
  return search_moves(work, {find_pass("replace"), 1}, {least, node, most_in_vain});
}

}  // namespace grabr
