// Replaces a list element by the tokens in brackets inside it, if these parse as something else
// there. A grammar does not know how a macro's body or a sequence of tokens in brackets will be
// used, so the tree has no part inside it that fits in the element's place.
//
//   macro_rules! m { () => { fn f() { g(); } } }     →   fn f() { g(); }
//   class C { int a; void f() { } };                 →   int a; void f() { }
//
// It tries elements of lists without separators, such as declarations and statements; parts that
// fit there without a change are left to `replace`. A family of moves (reduce/pass/move.h). Each
// costs a parse, so only texts of some hundred tokens are handled.
// Source: grabr; Shrink Ray (D. R. MacIver) replaces a bracket group by its contents without a
// grammar. Tested by tests/reduce/unbracket_test.cc.
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass/following_lists.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensUnbracketed = 1000;
/// The chance is low because tokens in brackets mostly need those around them.
constexpr double kBracketChance = .1;
constexpr double kBracketTrust = 10;

/// An element, and the tokens between a pair of brackets in it, as a range of token indices.
struct Bracketed {
  NodeId element = kNoNode;
  std::uint32_t begin = 0, end = 0;

  std::uint32_t tokens() const { return end - begin; }
};

class Unbracketing {
 public:
  explicit Unbracketing(TreeWork& work) : work_(work), places_(work) {
    find_elements();
    find_fitting();
  }

  std::vector<Bracketed> all() const {
    std::vector<Bracketed> found;
    for (const NodeId element : elements_) add_insides(element, found);
    return found;
  }

  std::uint32_t freed(const Bracketed& one) const {
    return places_.weight(one.element) - one.tokens();
  }

  Move move_of(const Bracketed& one, View& view) const {
    Move move;
    move.freed = freed(one);
    move.drops_needed = view.stays(places_.begin_of(one.element), one.begin) ||
                        view.stays(one.end, places_.end_of(one.element));
    move.odds = {kBracketTrust,
                 kBracketTrust * kBracketChance * (move.drops_needed ? kDropsNeededChance : 1)};
    move.question = work_.question(
        one.element, "inside " + std::to_string(one.begin - places_.begin_of(one.element)));
    move.words = "replace " + node_name(tree(), one.element) + " by what is in brackets inside it";
    move.edits = [this, one] {
      std::vector<Edit> edits;
      add_removals(places_.begin_of(one.element), one.begin, edits);
      add_removals(one.end, places_.end_of(one.element), edits);
      return edits;
    };
    return move;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  /// Finds the elements of lists without separators; of those with the same tokens only the
  /// outermost. Also finds, for each node, the nearest such element around it, or kNoNode.
  void find_elements() {
    around_.assign(tree().size(), kNoNode);
    for (const NodeId id : preorder(tree(), tree().root())) {
      const NodeId parent = tree().parent(id);
      if (parent == kNoNode) continue;
      const Node& list = tree()[parent];
      const NodeId outer = is_element(parent) ? parent : around_[parent];
      around_[id] = outer;
      if (list.kind != NodeKind::kList || list.separated) continue;
      if (outer == kNoNode || places_.weight(outer) != places_.weight(id)) elements_.insert(id);
    }
  }

  bool is_element(NodeId id) const { return elements_.contains(id); }

  void add_insides(NodeId element, std::vector<Bracketed>& found) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = places_.begin_of(element); i < places_.end_of(element); ++i) {
      const std::string_view text = tree().token_text(places_.tokens()[i]);
      if (text == "(" || text == "[" || text == "{") open.push_back(i + 1);
      if ((text != ")" && text != "]" && text != "}") || open.empty()) continue;
      const Bracketed inside{element, open.back(), i};
      open.pop_back();
      if (inside.tokens() > 0 && !is_part_that_fits(inside)) found.push_back(inside);
    }
  }

  /// Finds the ranges of the parts that fit in the place of an element around them.
  void find_fitting() {
    for (const NodeId id : preorder(tree(), tree().root())) {
      if (places_.weight(id) == 0) continue;
      for (NodeId up = around_[id]; up != kNoNode; up = around_[up]) {
        const Node& list = tree()[tree().parent(up)];
        const bool spliced = tree()[id].kind == NodeKind::kList &&
                             work_.analysis().fits_for(list.symbol, tree()[id].symbol);
        if (spliced || work_.node_fits(up, id)) {
          fitting_.insert({up, places_.begin_of(id), places_.end_of(id)});
        }
      }
    }
  }

  bool is_part_that_fits(const Bracketed& one) const {
    return fitting_.contains({one.element, one.begin, one.end});
  }

  void add_removals(std::uint32_t begin, std::uint32_t end, std::vector<Edit>& edits) const {
    for (const NodeId token : std::span(places_.tokens()).subspan(begin, end - begin)) {
      edits.push_back({Edit::Kind::kRemove, token, kNoNode});
    }
  }

  struct Fitting {
    NodeId element;
    std::uint32_t begin, end;
    auto operator<=>(const Fitting&) const = default;
  };

  TreeWork& work_;
  FollowingLists places_;
  std::set<NodeId> elements_;
  std::vector<NodeId> around_;
  std::set<Fitting> fitting_;
};

}  // namespace

std::vector<Site> find_unbracketing(View& view, NodeId inside) {
  std::vector<Site> sites;
  if (inside != view.tree().root() || view.tokens() > kMaxTokensUnbracketed) return sites;
  const Unbracketing& found = view.of<Unbracketing>();
  for (const Bracketed& one : found.all()) {
    sites.push_back({static_cast<double>(found.freed(one)),
                     [&found, &view, one] { return std::vector<Move>{found.move_of(one, view)}; }});
  }
  return sites;
}

}  // namespace grabr
