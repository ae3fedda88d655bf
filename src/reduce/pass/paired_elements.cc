// Deletes a parameter together with its arguments: if lists of equal length follow the occurrences
// of a name, their i-th elements are deleted together, which no deletion of single parts can do.
//
//   int f(int a, int b) { return b; }   int x = f(1, 2);     element 1 after every f:
//   int f(int b) { return b; }          int x = f(2);
//
// All that is known of a language is which tokens are names and which parts are lists, so the same
// is tried with type arguments, fields and initialisers, or the operands of a Lisp form. If the
// lists have different lengths, the last element of each is tried. An element introduces a name if
// it has the first occurrence of that name, in the whole text or in the smallest part around it in
// which the name is used. Such an element is deleted in three ways: alone; with the cheapest text,
// such as `0`, in place of the name's uses; with the smallest deletable part around each use.
//
// A family of moves (reduce/pass/move.h).
// Source: C-Reduce's remove-unused-function-parameter pass (Regehr et al., PLDI 2012), with list
// positions instead of an abstract syntax tree. Tested by tests/reduce/paired_elements_test.cc.
#include <algorithm>
#include <string>
#include <utility>

#include "reduce/pass/element_pairs.h"
#include "reduce/pass/name_closures.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The chance of each way. It is low, because lists after a name mostly belong to different things,
/// but a pair that works deletes two elements at once.
constexpr double kPairChance = .1;
constexpr double kPairTrust = 10;

/// The moves for the lists after one name.
class PairMoves {
 public:
  explicit PairMoves(View& view)
      : view_(view), work_(view.work()), pairs_(view.of<ElementPairs>()) {}

  void add(const Name& name, const ElementPair& pair) {
    const auto deleted = [&](const std::vector<NodeId>& nodes) {
      return work_.leave_out(nodes, {false, {}});
    };
    const std::vector<NodeId> uses = pairs_.uses(pair.units);
    add_move(0, deleted(pair.units), name, pair.words, uses.size());
    if (uses.empty()) return;
    for (const std::vector<Edit>& constant : constants_for(work_, uses, 1)) {
      if (constant.empty()) break;
      std::vector<Edit> edits = deleted(pair.units);
      edits.insert(edits.end(), constant.begin(), constant.end());
      add_move(1, std::move(edits), name, pair.words + ", used as a constant", uses.size());
    }
    std::vector<NodeId> units = pairs_.units_around(uses);
    if (units.empty()) return;
    units.insert(units.end(), pair.units.begin(), pair.units.end());
    add_move(2, deleted(outermost(work_.tree(), std::move(units))), name,
             pair.words + " and what uses it", uses.size());
  }
  std::vector<Move> take() { return std::move(moves_); }

 private:
  /// `uses` counts the uses of names that the elements introduce; a change of it makes the question
  /// a new one.
  void add_move(int way, std::vector<Edit> edits, const Name& name, const std::string& words,
                std::size_t uses) {
    if (edits.size() < 2) return;
    Move move;
    move.way = way;
    move.odds = {kPairTrust, kPairTrust * kPairChance};
    move.drops_needed = view_.drops_needed(edits);
    std::string texts = words + '\0' + std::to_string(uses);
    for (const Edit& edit : edits) {
      if (edit.by == kNoNode)
        move.freed += static_cast<double>(count_tokens(work_.tree(), edit.node));
      texts += '\0' + print_subtree(work_.tree(), edit.node);
    }
    move.question = work_.question(name.tokens[0], texts);
    move.words = "delete " + words;
    move.edits = [edits = std::move(edits)] { return edits; };
    moves_.push_back(std::move(move));
  }

  View& view_;
  TreeWork& work_;
  const ElementPairs& pairs_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Site> find_pairs(View& view, NodeId inside) {
  std::vector<Site> sites;
  if (inside != view.tree().root()) return sites;
  const ElementPairs& pairs = view.of<ElementPairs>();
  for (const Name& name : pairs.names()) {
    if (name.tokens.size() < 2) continue;
    std::vector<ElementPair> behind = pairs.behind(name);
    if (behind.empty()) continue;
    const auto most =
        static_cast<double>(std::ranges::max(behind, {}, &ElementPair::tokens).tokens);
    sites.push_back({most, [&view, &name, behind = std::move(behind)] {
                       PairMoves moves(view);
                       for (const ElementPair& pair : behind) moves.add(name, pair);
                       return moves.take();
                     }});
  }
  return sites;
}

}  // namespace grabr
