// GRABR with new material: the exercise of The Fuzzing Book that has no published solution.
//
// GRABR builds replacements from subtrees of a node (grabr.cc). Here another expansion of the
// node's symbol may also have parts that the node lacks: they are filled with their cheapest
// sentences. So a number with a fraction can become a whole number or NaN, though neither is in it:
//
//   <number> → <float> | <integer> | "NaN"     100.99, and the text must have a 1
//   depth 0, new parts only:    0  0.0  NaN  0.99  00.99  10.99 yes  10.0 yes
//   depth 1, <digits> of <digit>:                         1.0 yes
//   depth 2, <integer> of the <digits> in <float>:        1 yes
//
// A part is filled with a subtree of its symbol, or of a symbol that it may consist of alone (here
// <digits> for <integer>); the nodes between are not built.
//
// The loop is that of GRABR by depth: walks over the tree with parts from exactly d levels below
// each child, starting again at d = 0 after a walk that changed something. Depth 0 uses new parts
// only: each expansion in its cheapest form. The candidates of a child are sorted by length, then
// bytes. There is at most one for each expansion at depth 0, and otherwise one for each subtree
// that fits in one of its parts.
//
// A candidate has fewer bytes than the best text and no more tokens, so every success shortens the
// text, and the search ends. Unlike in the book, subtrees that are used twice are copied, so a
// change in one place does not change the other. With a rich grammar, candidates that do not parse
// are not tested: white space, the lexer or the layout may change their meaning. No guarantee of
// minimality. The text stays a sentence of the grammar.
// Source: A. Zeller et al., "Reducing Failure-Inducing Inputs", The Fuzzing Book, exercise 2.
// Tested by tests/reduce/generative_test.cc.
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "reduce/literature/generative.h"
#include "reduce/searches.h"

namespace grabr {
namespace {

/// The tree under reduction, unfolded and printed; rebuilt after each change.
struct GenerativeView {
  GenerativeView(const BookTree& tree, const Lexer* lexer)
      : unfolding(tree), text(tree, unfolding, lexer) {}
  GenerativeView(const GenerativeView&) = delete;
  GenerativeView& operator=(const GenerativeView&) = delete;

  Unfolding unfolding;
  BookText text;
};

class GenerativeReducer {
 public:
  GenerativeReducer(Session& session, const Parser& parser, const Analysis& analysis,
                    const Tree& tree)
      : session_(session),
        parser_(parser),
        tree_(tree),
        table_(parser.grammar(), analysis, tree_.names()),
        lexer_(parser.grammar().lexer.get()) {}

  void run() {
    int depth = 0;
    while (depth < height(tree_.root())) {
      const bool changed = walk(depth);
      depth = changed ? 0 : depth + 1;
    }
  }

 private:
  const GenerativeView& view() {
    if (!view_) view_.emplace(tree_, lexer_);
    return *view_;
  }

  int height(BookNode node) {
    const Unfolding& unfolding = view().unfolding;
    return static_cast<int>(unfolding[unfolding.first_place(node)].height);
  }

  /// Walks once over the tree, parents first. Returns whether something changed.
  bool walk(int depth) {
    struct Step {
      BookNode node;
      std::size_t next_child;
    };
    bool changed = false;
    std::vector<Step> path = {{tree_.root(), 0}};
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next_child == tree_.children(step.node).size()) {
        path.pop_back();
        continue;
      }
      const std::size_t index = step.next_child++;
      const BookNode parent = step.node;
      while (replace_child(parent, index, depth)) changed = true;
      const BookNode child = tree_.children(parent)[index];
      if (height(child) >= depth + 2) path.push_back({child, 0});
    }
    return changed;
  }

  bool replace_child(BookNode parent, std::size_t index, int depth) {
    const BookNode child = tree_.children(parent)[index];
    const Unfolding& unfolding = view().unfolding;
    const PlaceId place = unfolding.first_place(child);
    if (static_cast<int>(unfolding[place].height) <= depth) return false;
    const std::vector<GenerativeReplacement> found =
        table_.replacements(unfolding, view().text, place, depth);
    std::size_t next = 0;
    std::vector<std::size_t> tried;
    const auto failing = session_.first_failing([&](std::size_t, Candidate& candidate) {
      while (next < found.size() && !make_candidate(place, found[next], candidate)) ++next;
      if (next == found.size()) return false;
      tried.push_back(next++);
      return true;
    });
    if (!failing) return false;
    const BookNode made = make(child, found[tried[*failing]]);
    tree_.set_child(parent, index, made);
    view_.reset();
    return true;
  }

  /// Returns false if the text would be no smaller, or not a sentence.
  bool make_candidate(PlaceId place, const GenerativeReplacement& replacement,
                      Candidate& candidate) {
    std::vector<BookPiece> pieces;
    for (const FilledPart& part : replacement.parts) pieces.push_back(part.piece);
    if (leaves(pieces) > leaves(place)) return false;
    candidate.text = view().text.with(place, pieces);
    if (candidate.text.size() >= view().text.whole().size()) return false;
    if (lexer_ != nullptr && !parser_.accepts(candidate.text)) return false;
    candidate.edit = describe(view().unfolding[place].name, replacement);
    return true;
  }

  std::size_t leaves(PlaceId place) {
    std::size_t count = 0;
    const Unfolding& unfolding = view().unfolding;
    for (std::uint32_t i = unfolding[place].first_leaf; i < unfolding[place].end_leaf; ++i) {
      if (!tree_.leaf(unfolding.leaves()[i]).text.empty()) ++count;
    }
    return count;
  }

  std::size_t leaves(const std::vector<BookPiece>& pieces) {
    std::size_t count = 0;
    for (const BookPiece& piece : pieces) {
      count += piece.place ? leaves(*piece.place) : piece.leaves.size();
    }
    return count;
  }

  std::string describe(BookName name, const GenerativeReplacement& replacement) const {
    const std::string replaced(tree_.names().text(name));
    if (!replacement.new_node) return "replace " + replaced + " by one inside it";
    return "rebuild " + replaced + " as " + replacement.text;
  }

  BookNode make(BookNode child, const GenerativeReplacement& replacement) {
    std::vector<BookNode> nodes;
    for (const FilledPart& part : replacement.parts) {
      nodes.push_back(part.piece.place ? subtree(part, !nodes.empty()) : new_part(part));
    }
    return replacement.new_node ? tree_.add(tree_.name(child), std::move(nodes)) : nodes[0];
  }

  /// The subtree for a part, below a node with the part's own name if it only fits there.
  BookNode subtree(const FilledPart& part, bool copied) {
    BookNode node = view().unfolding[*part.piece.place].node;
    if (copied) node = copy(node);
    if (part.spec == nullptr || part.spec->name == tree_.name(node)) return node;
    return tree_.add(part.spec->name, {node});
  }

  BookNode new_part(const FilledPart& part) {
    std::vector<BookNode> nodes;
    for (std::size_t i = 0; i < part.piece.leaves.size(); ++i) {
      const std::string name(tree_.names().text(part.spec->names[i]));
      nodes.push_back(tree_.add_leaf(name, part.piece.leaves[i]));
    }
    if (part.spec->terminal && nodes.size() == 1) return nodes[0];
    return tree_.add(part.spec->name, std::move(nodes));
  }

  BookNode copy(BookNode root) {
    std::vector<BookNode> todo = {root};
    std::vector<BookNode> order;  // parents first
    while (!todo.empty()) {
      order.push_back(todo.back());
      todo.pop_back();
      for (const BookNode child : tree_.children(order.back())) todo.push_back(child);
    }
    std::unordered_map<BookNode, BookNode> made;
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      std::vector<BookNode> children;
      for (const BookNode child : tree_.children(*node)) children.push_back(made.at(child));
      const BookLeaf leaf = tree_.leaf(*node);
      made[*node] = children.empty() && !leaf.text.empty()
                        ? tree_.add_leaf(tree_.names().text(tree_.name(*node)), leaf)
                        : tree_.add(tree_.name(*node), std::move(children));
    }
    return made.at(root);
  }

  Session& session_;
  const Parser& parser_;
  BookTree tree_;
  ExpansionTable table_;
  const Lexer* lexer_;
  std::optional<GenerativeView> view_;
};

}  // namespace

void run_grabr_generative(Session& session, Problem& problem) {
  const Analysis analysis = analyse(problem.parser->grammar());
  GenerativeReducer(session, *problem.parser, analysis, *problem.tree).run();
}

}  // namespace grabr
