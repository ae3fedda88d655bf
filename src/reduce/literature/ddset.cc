// The reducer of DDSET: a search over whole trees, each with a queue of places. It always takes the
// smallest tree, and in it the smallest place. Every part inside that place with the same symbol is
// tried as a replacement, the smallest first. Each one that fails gives another tree, with the same
// queue; if none fails, the parts of the place are queued. GRABR continues with the first success
// only; here several trees are kept, so a small step that leads further is not lost to a large one.
//
//   <expr> → <term>+<expr> | <term>;  <term> → (<expr>) | 1 | 2;     1+(1+2)  fails with a (
//
//     1+(1+2), place: the whole           2 no, 1+2 no, (1+2) yes: another tree
//     (1+2), place: the whole             nothing new to try; its parts are queued
//     (1+2), place: the term              1 no
//     (1+2), place: 1+2 inside            (2) yes: another tree
//
// A text smaller than the best becomes the best. Other failing texts are only explored,
// kMaxExplored times in all; only the kMaxTrees smallest trees are kept. No text is tested twice.
// At most kMaxParts parts of a place are tried. Guarantee: none; the result is a sentence.
// Deviations: a replacement has fewer tokens than its place, so that this ends; a new tree inherits
// the queue of the one it comes from, so that gains at different places add up.
// Source: R. Gopinath, A. Kampmann, N. Havrikov, E. Soremekun, A. Zeller, "Abstracting
// Failure-Inducing Inputs" (ISSTA 2020), the reducer of its implementation. Tested by
// tests/reduce/ddset_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reduce/core/session.h"
#include "reduce/searches.h"
#include "text/hash.h"
#include "tree/print.h"
#include "tree/tree.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTrees = 8;
constexpr std::size_t kMaxParts = 100;
constexpr std::size_t kMaxExplored = 100;

class Ddset {
 public:
  Ddset(Session& session, const Tree& tree) : session_(session), tree_(tree) {}

  void run() {
    if (tree_.root() == kNoNode) return;
    tokens_ = token_weights(tree_);
    best_tokens_ = tokens_[tree_.root()];
    asked_.insert(hash128(session_.best()));
    Whole original{best_tokens_, made_++, {}, {}};
    add_place(original, tree_.root(), tree_.root());
    trees_.push_back(std::move(original));
    while (!trees_.empty()) {
      // The smallest tree is the last one.
      if (trees_.back().places.empty()) trees_.pop_back();
      else take_place();
    }
  }

 private:
  /// A node of the original, and its current text: the node, or a part of it that replaces it.
  struct Place {
    std::uint32_t tokens = 0;
    std::uint32_t number = 0;  ///< ascending in the order of being found
    NodeId node = kNoNode;
    NodeId stands = kNoNode;

    /// A priority queue takes the largest first, so the order is reversed.
    bool operator<(const Place& other) const {
      return std::tie(tokens, number) > std::tie(other.tokens, other.number);
    }
  };

  /// The original with some of its nodes replaced by parts of them.
  struct Whole {
    std::uint32_t tokens = 0;
    std::uint32_t number = 0;  ///< ascending in the order of being made
    std::vector<Edit> edits;
    std::priority_queue<Place> places;  ///< queued places, the smallest first
  };

  void add_place(Whole& whole, NodeId node, NodeId stands) {
    if (tokens_[stands] > 1) whole.places.push({tokens_[stands], found_++, node, stands});
  }

  void take_place() {
    Whole& whole = trees_.back();
    const Place place = whole.places.top();
    whole.places.pop();
    std::vector<Whole> found = replaced(whole, place);
    if (found.empty()) {
      for (const NodeId child : tree_.children(place.stands)) add_place(whole, child, child);
      return;
    }
    std::move(found.begin(), found.end(), std::back_inserter(trees_));
    std::sort(trees_.begin(), trees_.end(), [](const Whole& a, const Whole& b) {
      return std::tie(a.tokens, a.number) > std::tie(b.tokens, b.number);
    });
    if (trees_.size() > kMaxTrees) {
      trees_.erase(trees_.begin(), trees_.end() - static_cast<std::ptrdiff_t>(kMaxTrees));
    }
  }

  /// The failing trees in which a part of the place replaces it.
  std::vector<Whole> replaced(const Whole& whole, const Place& place) {
    std::vector<Whole> found;
    for (const NodeId by : parts_alike(place.stands)) {
      Whole next{whole.tokens - tokens_[place.stands] + tokens_[by], made_, whole.edits, {}};
      std::erase_if(next.edits, [&](const Edit& edit) { return edit.node == place.node; });
      next.edits.push_back({Edit::Kind::kReplace, place.node, by});
      if (!fails(next, place.stands)) continue;
      ++made_;
      next.places = whole.places;
      add_place(next, place.node, by);
      found.push_back(std::move(next));
    }
    return found;
  }

  /// The smaller nodes inside with the same symbol, the smallest first.
  std::vector<NodeId> parts_alike(NodeId node) const {
    std::vector<NodeId> parts;
    if (tree_[node].kind != NodeKind::kRule) return parts;
    for (const NodeId id : preorder(tree_, node)) {
      const bool alike =
          tree_[id].kind == NodeKind::kRule && tree_[id].symbol == tree_[node].symbol;
      if (alike && tokens_[id] < tokens_[node]) parts.push_back(id);
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [&](NodeId a, NodeId b) { return tokens_[a] < tokens_[b]; });
    if (parts.size() > kMaxParts) parts.resize(kMaxParts);
    return parts;
  }

  bool fails(const Whole& whole, NodeId replaced) {
    std::string text = print(tree_, whole.edits);
    const std::string& best = session_.best();
    const bool smallest = std::make_tuple(whole.tokens, text.size(), std::string_view(text)) <
                          std::make_tuple(best_tokens_, best.size(), std::string_view(best));
    if (!smallest && explored_ == kMaxExplored) return false;
    if (!asked_.insert(hash128(text)).second) return false;
    const std::string words =
        "replace " + tree_.grammar().symbols[tree_[replaced].symbol].name + " by a smaller one";
    if (smallest) {
      if (!session_.fails(std::move(text), words)) return false;
      best_tokens_ = whole.tokens;
      return true;
    }
    if (session_.test(text, words) != Outcome::kFail) return false;
    ++explored_;
    return true;
  }

  Session& session_;
  const Tree& tree_;
  std::vector<std::uint32_t> tokens_;  ///< by node
  std::vector<Whole> trees_;           ///< the smallest is last; of equal ones, the first made
  std::unordered_set<Hash128> asked_;
  std::uint32_t made_ = 0;
  std::uint32_t found_ = 0;
  std::uint32_t best_tokens_ = 0;
  std::size_t explored_ = 0;
};

}  // namespace

void run_ddset(Session& session, Problem& problem) { Ddset(session, *problem.tree).run(); }

}  // namespace grabr
