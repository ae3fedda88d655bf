// Perses: the heaviest node comes first, and its kind in the list view (tree/list_view.h) decides
// how it is reduced. The list view replaces Perses' normal form: lists, optional parts, recursion
// as lists.
//   - A list or an optional part: first all elements are deleted at once (of a list that needs one
//     element, all but the first), then the list minimiser.
//   - Any other node: it is replaced by smaller descendants that fit, and, if it is an element of a
//     list, by the elements of a list inside it; by size, until one still fails.
// Then the children of the remaining node are queued.
//
//   a(); while (c()) { f(1); g(); }   where f( and g( are needed
//     the whole → g(); or f(1); no → { f(1); g(); } yes; its list: all, g();, f(1); no; then 1 yes
//     parsed anew: { f(); g(); } → f(); no; all no; the block → its elements, f(); g(); yes
//
// Descendants are searched kMaxDepth steps deep, not counting steps to a node with the same tokens
// (unit rules); at most kMaxReplacements of them are tried. Candidates have fewer tokens and no
// more bytes, so this ends. Guarantee, if repeated until nothing changes: no list can lose all its
// deletable elements at once, no single list element and no optional part can go, and no node can
// be replaced by any of the candidates described. If a node is only a list, it is not replaced by
// one of its elements, since the list minimiser tries that. Deviations: a symbol that derives the
// empty string counts as an optional part, as in Perses' normal form. Depth and number of
// replacements are those of the implementation, not of the paper (depth 4, nothing below a node
// that fits).
// Source: C. Sun, Y. Li, Q. Zhang, T. Gu, Z. Su, "Perses: Syntax-Guided Program Reduction" (ICSE
// 2018), and its implementation. Tested by tests/reduce/perses_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "reduce/minimizer/minimize.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass/tree_work.h"

namespace grabr {
namespace {

constexpr int kMaxDepth = 5;
constexpr std::size_t kMaxReplacements = 100;

class Perses {
 public:
  explicit Perses(TreeWork& work) : work_(work), weights_(work.weights()) {}

  bool run() {
    push(tree().root());
    while (!heaviest_.empty()) {
      const NodeId node = heaviest_.top().second;
      heaviest_.pop();
      visit(node);
    }
    return changed_;
  }

 private:
  const Tree& tree() const { return work_.tree(); }
  NodeKind kind(NodeId id) const { return tree()[id].kind; }

  /// The weight when the pass began. It is exact for queued nodes, since only nodes around them
  /// have changed.
  std::uint32_t weight(NodeId id) const { return id < weights_.size() ? weights_[id] : 0; }

  void push(NodeId node) {
    if (weight(node) > 0 && kind(node) != NodeKind::kToken) heaviest_.emplace(weight(node), node);
  }

  void push_children(NodeId node) {
    for (const NodeId child : tree().children(node)) push(child);
  }

  void visit(NodeId node) {
    switch (kind(node)) {
      case NodeKind::kList: minimize(elements(node), least(node)); break;
      case NodeKind::kOptional: minimize(elements(node), 0); break;
      case NodeKind::kRule:
        if (work_.removable(node) && !beside_others(node) && minimize({node}, 0)) return;
        node = replace(node);
        // If the node was replaced by the elements of a list inside it, that list is queued.
        if (kind(node) == NodeKind::kList) return push(node);
        break;
      default: break;
    }
    push_children(node);
  }

  /// Is it an element of a list or the content of an optional part, which then decides whether it
  /// goes?
  bool beside_others(NodeId node) const {
    const NodeKind parent = kind(tree().parent(node));
    return parent == NodeKind::kList || parent == NodeKind::kOptional;
  }

  std::vector<NodeId> elements(NodeId node) const {
    std::vector<NodeId> elements;
    const auto children = tree().children(node);
    const std::size_t step = tree()[node].separated ? 2 : 1;
    for (std::size_t i = 0; i < children.size(); i += step) elements.push_back(children[i]);
    return elements;
  }

  /// The number of elements that must stay. A list in the place of an element must not become
  /// empty.
  std::uint32_t least(NodeId list) const {
    const NodeId parent = tree().parent(list);
    const bool inside_list = parent != kNoNode && kind(parent) == NodeKind::kList;
    return std::max<std::uint32_t>(tree()[list].min, inside_list ? 1 : 0);
  }

  /// Removes nodes that can go; at least `least` stay. Returns whether any is left.
  bool minimize(std::vector<NodeId> nodes, std::uint32_t least) {
    if (nodes.size() <= least) return false;
    RemovableList list = removable_nodes(work_, std::move(nodes), least);
    list.on_accept = [this, accept = std::move(list.on_accept)](const Kept& kept) {
      accept(kept);
      changed_ = true;
    };
    Kept kept = keep_all(list);
    if (try_cut(work_.session(), list, kept, {least, kept.size()})) return kept.empty();
    // The empty list was already tried, so minimisers skip it.
    list.min = std::max(least, 1u);
    if (list.count > list.min) work_.minimize(list);
    return false;
  }

  struct Replacement {
    std::uint32_t weight = 0;
    NodeId by = kNoNode;
  };

  /// Tries to replace `node`. Returns the node that is in its place afterwards.
  NodeId replace(NodeId node) {
    const std::vector<Replacement> replacements = find_replacements(node);
    const std::string name = node_name(tree(), node);
    std::vector<std::size_t> asked;  // the edits that do not make the text longer
    std::size_t next = 0;
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      for (; next < replacements.size() && asked.size() <= i; ++next) {
        candidate = replaced(node, name, replacements[next].by);
        if (candidate.text.size() <= work_.session().best().size()) asked.push_back(next);
      }
      return i < asked.size();
    });
    if (!found) return node;
    const NodeId by = replacements[asked[*found]].by;
    const Edit edit[] = {{Edit::Kind::kReplace, node, by}};
    work_.apply(edit);
    changed_ = true;
    return by;
  }

  Candidate replaced(NodeId node, const std::string& name, NodeId by) const {
    const Edit edit[] = {{Edit::Kind::kReplace, node, by}};
    return work_.candidate(edit, "replace " + name + " by " + words(by));
  }

  std::string words(NodeId by) const {
    if (kind(by) == NodeKind::kList) return "the elements of a list inside it";
    return "a " + node_name(tree(), by) + " inside it";
  }

  std::vector<Replacement> find_replacements(NodeId node) const {
    struct Place {
      NodeId id;
      int depth;
      bool element;  ///< the node is only a list, and this is all of an element of it
    };
    std::vector<Replacement> found;
    const bool only_lists = same_as_around(node);
    std::vector<Place> places{{node, 0, false}};
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Place place = places[i];
      const bool lists = kind(place.id) == NodeKind::kList && weight(place.id) == weight(node);
      for (const NodeId child : tree().children(place.id)) {
        const bool smaller = weight(child) < weight(place.id);
        const int depth = place.depth + (smaller ? 1 : 0);
        if (weight(child) == 0 || depth > kMaxDepth) continue;
        // The list minimiser tries to keep a single element.
        const bool element = smaller ? lists : place.element;
        places.push_back({child, depth, element});
        if (weight(child) == weight(node)) continue;
        const bool fitting = !only_lists && !element && fits(node, child) && !repeats(node, child);
        if (fitting || spliceable(node, child)) found.push_back({weight(child), child});
      }
    }
    std::stable_sort(found.begin(), found.end(), [](const Replacement& a, const Replacement& b) {
      return a.weight < b.weight;
    });
    if (found.size() > kMaxReplacements) found.resize(kMaxReplacements);
    return found;
  }

  /// Does a node around it with the same tokens accept all replacements that fit here?
  bool same_as_around(NodeId node) const {
    NodeId around = tree().parent(node);
    while (around != kNoNode && weight(around) == weight(node)) {
      if (kind(around) == NodeKind::kRule && work_.fits(around, work_.place(node))) return true;
      around = tree().parent(around);
    }
    return false;
  }

  bool fits(NodeId node, NodeId by) const {
    const NodeKind what = kind(by);
    return (what == NodeKind::kRule || what == NodeKind::kToken) &&
           work_.fits(node, tree()[by].symbol);
  }

  /// Would replacing the node by the parent of `by` give the same text?
  bool repeats(NodeId node, NodeId by) const {
    const NodeId parent = tree().parent(by);
    return weight(parent) == weight(by) && fits(node, parent);
  }

  /// May the elements of list `id` replace `node`, which must be a list element itself?
  bool spliceable(NodeId node, NodeId id) const {
    const NodeId parent = tree().parent(node);
    if (kind(id) != NodeKind::kList || parent == kNoNode || kind(parent) != NodeKind::kList ||
        tree()[id].child_count() < 2 || !separated_alike(parent, id)) {
      return false;
    }
    const std::vector<NodeId> inner = elements(id);
    const SymbolId wanted = tree()[parent].symbol;
    return std::all_of(inner.begin(), inner.end(), [&](NodeId element) {
      const SymbolId symbol = tree()[element].symbol;
      if (kind(element) != NodeKind::kRule && kind(element) != NodeKind::kToken) return false;
      if (wanted == kNoSymbol) return work_.fits(node, symbol);
      return work_.analysis().fits_for(wanted, symbol);
    });
  }

  bool separated_alike(NodeId outer, NodeId inner) const {
    if (tree()[outer].separated != tree()[inner].separated) return false;
    if (!tree()[outer].separated || tree()[outer].child_count() < 2) return true;
    return tree()[tree().children(outer)[1]].symbol == tree()[tree().children(inner)[1]].symbol;
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  /// Queued nodes, none inside another. Of equally heavy ones the one with the highest id comes
  /// first, which is the last in the text.
  std::priority_queue<std::pair<std::uint32_t, NodeId>> heaviest_;
  bool changed_ = false;
};

}  // namespace

bool perses(TreeWork& work) { return work.tree().root() != kNoNode && Perses(work).run(); }

}  // namespace grabr
