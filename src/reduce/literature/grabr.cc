// GRABR with exactly the candidates of The Fuzzing Book's code.
//
// For each node, top-down, and each of its children in order, it tries to replace the child by a
// smaller tree of the same symbol. Such trees are made of the child's own parts (reductions.h): a
// subtree of that symbol, or another expansion of the symbol filled with subtrees. The first that
// fails is accepted, and the next child follows; if a round over the children changes something,
// there is another round. Then the children are reduced in the same way.
//
//   1 + (2 * 3), "(" before ")" needed, the simple form tries
//   (2 * 3) yes   2 * 3 no   3 no   2 no   (3) yes
//
// The simple form is one such walk with parts from any depth. The depth-oriented form takes parts
// from exactly d levels below the child, d = 0, 1, 2, …, and starts again at 0 after each walk that
// changed something, until d is the height of the tree.
//
// As in the book's Python, trees share subtrees: a subtree used in two places of a new node is one
// object, and a change in one place changes the other. "Smaller" counts nodes, shared ones at each
// place; so every success makes the tree smaller, and the walks end. Answers are cached by text,
// and a text known to fail is accepted without a test (CachePolicy::kAll). One deviation: a
// nonterminal that derived the empty string prints nothing, not its name.
//
// No guarantee of minimality; lists are shortened only where the grammar is recursive. The text
// stays a sentence of the grammar where that grammar is plain BNF.
// Source: A. Zeller et al., "Reducing Failure-Inducing Inputs", The Fuzzing Book.
// Tested by tests/reduce/grabr_test.cc with the traces of the book's code.
#include <optional>
#include <utility>

#include "reduce/literature/fuzzingbook_text.h"
#include "reduce/literature/reductions.h"
#include "reduce/searches.h"
#include "text/escape.h"

namespace grabr {
namespace {

/// Characters of a subtree's text shown in an edit.
constexpr std::size_t kMaxCharactersShown = 40;

/// The tree under reduction, unfolded and printed; rebuilt after each change.
struct UnfoldedTree {
  UnfoldedTree(const BookTree& tree, const Lexer* lexer)
      : unfolding(tree), text(tree, unfolding, lexer) {}
  UnfoldedTree(const UnfoldedTree&) = delete;
  UnfoldedTree& operator=(const UnfoldedTree&) = delete;

  Unfolding unfolding;
  BookText text;
};

class Reducer {
 public:
  Reducer(Session& session, const Tree& tree, bool all_combinations)
      : session_(session),
        tree_(tree),
        grammar_(tree.grammar(), tree_.names()),
        lexer_(tree.grammar().lexer.get()),
        all_combinations_(all_combinations) {}

  void run_simple() { reduce_tree(-1); }

  void run_by_depth() {
    int depth = 0;
    while (depth < height(tree_.root())) {
      const bool changed = reduce_tree(depth);
      depth = changed ? 0 : depth + 1;
    }
  }

 private:
  const UnfoldedTree& view() {
    if (!view_) view_.emplace(tree_, lexer_);
    return *view_;
  }

  int height(BookNode node) {
    const Unfolding& unfolding = view().unfolding;
    return static_cast<int>(unfolding[unfolding.first_place(node)].height);
  }

  /// Walks once over the whole tree; returns whether something changed. Children are read from the
  /// tree when their turn comes, because a change below an earlier one may have replaced them.
  bool reduce_tree(int depth) {
    struct Step {
      BookNode node;
      std::size_t next_child;
    };
    bool changed = false;
    std::vector<Step> path;
    const auto enter = [&](BookNode node) {
      if (!has_candidates(node, depth)) return;
      changed |= reduce_children(node, depth);
      path.push_back({node, 0});
    };
    enter(tree_.root());
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next_child == tree_.children(step.node).size()) {
        path.pop_back();
      } else {
        enter(tree_.children(step.node)[step.next_child++]);
      }
    }
    return changed;
  }

  /// Has a child of the node, or a node below it, parts at that depth?
  bool has_candidates(BookNode node, int depth) {
    return depth < 0 ? !tree_.children(node).empty() : depth > 0 && height(node) >= depth + 2;
  }

  bool reduce_children(BookNode node, int depth) {
    bool changed = false;
    bool changed_one = true;
    while (changed_one) {
      changed_one = false;
      for (std::size_t i = 0; i < tree_.children(node).size(); ++i) {
        changed_one |= reduce_child(node, i, depth);
      }
      changed |= changed_one;
    }
    return changed;
  }

  /// Replaces one child by the first of its reductions that still fails.
  bool reduce_child(BookNode node, std::size_t index, int depth) {
    const BookNode child = tree_.children(node)[index];
    const Unfolding& unfolding = view().unfolding;
    const PlaceId place = unfolding.first_place(child);
    Reductions reductions(unfolding, grammar_, place, tree_.name(child),
                          {depth, all_combinations_});
    std::vector<PlaceId> places;
    std::vector<Reduction> tried;
    const auto found = session_.first_failing([&](std::size_t, Candidate& candidate) {
      auto reduction = reductions.next();
      if (!reduction) return false;
      if (places.empty()) places = unfolding.child_places(node, index);
      candidate.text = view().text.with(places, reduction->parts);
      candidate.edit = describe(place, *reduction);
      tried.push_back(std::move(*reduction));
      return true;
    });
    if (!found) return false;
    tree_.set_child(node, index, make(tree_.name(child), tried[*found]));
    view_.reset();
    return true;
  }

  BookNode make(BookName name, const Reduction& reduction) {
    std::vector<BookNode> nodes;
    for (const PlaceId part : reduction.parts) nodes.push_back(view().unfolding[part].node);
    return reduction.new_node ? tree_.add(name, std::move(nodes)) : nodes[0];
  }

  /// The replaced part and its replacement, as text.
  std::string describe(PlaceId place, const Reduction& reduction) {
    const std::string name(tree_.names().text(view().unfolding[place].name));
    const std::string what = name + " " + shown(place);
    if (!reduction.new_node) return "replace " + what + " by " + shown(reduction.parts[0]);
    std::string edit = "rebuild " + what + " as";
    for (const PlaceId part : reduction.parts) edit += " " + shown(part);
    return edit;
  }

  std::string shown(PlaceId place) {
    return quoted(view().text.text(place), '\'', kMaxCharactersShown);
  }

  Session& session_;
  BookTree tree_;
  BookGrammar grammar_;
  const Lexer* lexer_;
  bool all_combinations_;
  std::optional<UnfoldedTree> view_;
};

}  // namespace

void run_grabr_simple(Session& session, Problem& problem) {
  Reducer(session, *problem.tree, false).run_simple();
}

void run_grabr_depth(Session& session, Problem& problem) {
  Reducer(session, *problem.tree, false).run_by_depth();
}

void run_grabr_all(Session& session, Problem& problem) {
  Reducer(session, *problem.tree, true).run_by_depth();
}

}  // namespace grabr
