// Puts what stands in brackets inside a list element in the element's place, if it can be read as
// something else there. A grammar does not know what a macro's body or a string of tokens in
// brackets will become; a tree has no part in it that fits.
//
//   macro_rules! m { () => { fn f() { g(); } } }     →   fn f() { g(); }
//   class C { int a; void f() { } };                 →   int a; void f() { }
//
// Elements of lists without separators are looked at, such as declarations and statements. Those
// that free most tokens come first; what `replace` tries, as a part of the element fits there, is
// left out, and what the grammar rejects is not counted. The chance is learnt over all elements,
// and attempts expected to free fewer than `least` tokens are skipped, as are those in the negative
// cache. Each costs a parse, so only texts of some hundred tokens are handled. Candidates have
// fewer tokens, so it ends. Source: grabr; without a grammar Shrink Ray (D. R. MacIver) lifts what
// is in brackets. Tested by tests/reduce/unbracket_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduce/pass/attempts.h"
#include "reduce/pass/following_lists.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMostUnbracketed = 1000;
/// The most attempts between two successes.
constexpr std::size_t kMostBracketTrials = 32;

struct UnbracketStatistics {
  /// What is in brackets mostly needs what is around it.
  Odds odds{10, 1};
};

/// Tokens by their places in the text: an element, and what is between brackets in it.
struct Inside {
  NodeId element = kNoNode;
  std::uint32_t begin = 0, end = 0;

  std::uint32_t tokens() const { return end - begin; }
};

class Unbracketing {
 public:
  Unbracketing(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    return repeat_while_small(work_, kMostUnbracketed, [this] { return replace_one(); });
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  bool replace_one() {
    places_.emplace(work_);
    find_elements();
    find_fitting();
    std::vector<Inside> found;
    for (const NodeId element : elements_) add_insides(element, found);
    std::ranges::stable_sort(found, std::ranges::greater(),
                             [&](const Inside& one) { return freed(one); });
    return first_to_work(work_, attempts(found), least_).has_value();
  }

  /// Elements of lists without separators; of those with the same tokens the outermost. And for
  /// each node the nearest of them around it, or kNoNode.
  void find_elements() {
    elements_.clear();
    around_.assign(tree().size(), kNoNode);
    for (const NodeId id : preorder(tree(), tree().root())) {
      const NodeId parent = tree().parent(id);
      if (parent == kNoNode) continue;
      const Node& list = tree()[parent];
      const NodeId outer = is_element(parent) ? parent : around_[parent];
      around_[id] = outer;
      if (list.kind != NodeKind::kList || list.separated) continue;
      if (outer == kNoNode || places_->weight(outer) != places_->weight(id)) elements_.insert(id);
    }
  }

  bool is_element(NodeId id) const { return elements_.contains(id); }

  void add_insides(NodeId element, std::vector<Inside>& found) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = places_->begin_of(element); i < places_->end_of(element); ++i) {
      const std::string_view text = tree().token_text(places_->tokens()[i]);
      if (text == "(" || text == "[" || text == "{") open.push_back(i + 1);
      if ((text != ")" && text != "]" && text != "}") || open.empty()) continue;
      const Inside inside{element, open.back(), i};
      open.pop_back();
      if (inside.tokens() > 0 && !is_part_that_fits(inside)) found.push_back(inside);
    }
  }

  /// The places and lengths of the parts that fit in the place of an element around them.
  void find_fitting() {
    fitting_.clear();
    for (const NodeId id : preorder(tree(), tree().root())) {
      if (places_->weight(id) == 0) continue;
      for (NodeId up = around_[id]; up != kNoNode; up = around_[up]) {
        const Node& list = tree()[tree().parent(up)];
        const bool spliced = tree()[id].kind == NodeKind::kList &&
                             work_.analysis().fits_for(list.symbol, tree()[id].symbol);
        if (spliced || work_.node_fits(up, id)) {
          fitting_.insert({up, places_->begin_of(id), places_->end_of(id)});
        }
      }
    }
  }

  bool is_part_that_fits(const Inside& one) const {
    return fitting_.contains({one.element, one.begin, one.end});
  }

  std::uint32_t freed(const Inside& one) const {
    return places_->weight(one.element) - one.tokens();
  }

  std::vector<Attempt> attempts(const std::vector<Inside>& found) {
    std::vector<Attempt> attempts;
    std::set<std::string> texts;
    Odds& odds = work_.statistics().of<UnbracketStatistics>().odds;
    for (const Inside& one : found) {
      if (attempts.size() == kMostBracketTrials || odds.chance() * freed(one) < least_) break;
      const auto question = work_.question(
          one.element, "inside " + std::to_string(one.begin - places_->begin_of(one.element)));
      if (work_.statistics().negative.knows(question)) continue;
      std::vector<Edit> edits;
      add_removals(places_->begin_of(one.element), one.begin, edits);
      add_removals(one.end, places_->end_of(one.element), edits);
      std::string words =
          "replace " + node_name(tree(), one.element) + " by what is in brackets inside it";
      Candidate made = work_.smaller_candidate(edits, words);
      if (made.text == work_.text() || !texts.insert(made.text).second) continue;
      attempts.push_back({std::move(edits), std::move(words), &odds,
                          static_cast<double>(freed(one)), question, std::move(made)});
    }
    return attempts;
  }

  void add_removals(std::uint32_t begin, std::uint32_t end, std::vector<Edit>& edits) const {
    for (const NodeId token : std::span(places_->tokens()).subspan(begin, end - begin)) {
      edits.push_back({Edit::Kind::kRemove, token, kNoNode});
    }
  }

  struct Fitting {
    NodeId element;
    std::uint32_t begin, end;
    auto operator<=>(const Fitting&) const = default;
  };

  TreeWork& work_;
  double least_;
  std::optional<FollowingLists> places_;  ///< of the current tree
  // Likewise:
  std::set<NodeId> elements_;
  std::vector<NodeId> around_;
  std::set<Fitting> fitting_;
};

}  // namespace

bool unbracket(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && Unbracketing(work, least).run();
}

}  // namespace grabr
