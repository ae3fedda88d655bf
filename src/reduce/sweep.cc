// From the end to the front: minimise a list; whenever one of its elements turns out to be needed,
// reduce inside it at once, before its earlier siblings are looked at. What comes later in a text
// mostly needs what comes earlier, so when a declaration's turn comes, its uses are gone already:
// one sweep does what level-by-level walks do in several.
//
//   a; b(c); d   with b needed:  drop d? yes. drop b(c)? no, so inside: drop c? yes. drop a? yes.
//
// Lists are minimised by Markov generalised binary splitting (reduce/mgbs.h), with one estimate for
// all lists of a symbol; an optional part is a list of one. Not 1-minimal after one sweep; when a
// sweep removes nothing more, no single element or optional part can go.
// Source: interleaving and order are own work; the tree of deletable parts is that of Perses (Sun
// et al. 2018). Tested by tests/reduce/auto_test.cc.
#include "reduce/tree_passes.h"

#include <map>
#include <utility>

#include "reduce/mgbs.h"

namespace grabr {
namespace {

/// Nesting that is followed at once; what lies deeper waits for its turn on a stack of its own.
constexpr int kMaxNesting = 200;

class Sweep {
 public:
  explicit Sweep(TreeWork& work) : work_(work) {}

  bool run() {
    if (work_.tree().root() == kNoNode) return false;
    waiting_.push_back(work_.tree().root());
    while (!waiting_.empty()) {
      const NodeId node = waiting_.back();
      waiting_.pop_back();
      reduce_inside(node, 0);
    }
    return removed_;
  }

 private:
  /// Things beside each other that may go one by one: the elements of a list, or one optional part.
  struct Site {
    std::vector<NodeId> units;
    SymbolId kind = kNoSymbol;
    std::uint32_t min = 0;
  };

  void reduce_inside(NodeId node, int nesting) {
    if (nesting > kMaxNesting) {
      waiting_.push_back(node);
      return;
    }
    const std::vector<Site> sites = find_sites(node);
    for (auto site = sites.rbegin(); site != sites.rend(); ++site) minimise(*site, nesting);
  }

  /// The nearest sites below a node, in order.
  std::vector<Site> find_sites(NodeId node) const {
    std::vector<Site> sites;
    const Tree& tree = work_.tree();
    std::vector<NodeId> todo;
    push_children(node, todo);
    if (is_site(node)) todo = {node};
    while (!todo.empty()) {
      const NodeId id = todo.back();
      todo.pop_back();
      if (is_site(id)) {
        Site site = as_site(id);
        if (!site.units.empty()) sites.push_back(std::move(site));
      } else if (may_be_empty(id)) {
        sites.push_back({{id}, tree[id].symbol, 0});
      } else {
        push_children(id, todo);
      }
    }
    return sites;
  }

  void push_children(NodeId id, std::vector<NodeId>& todo) const {
    const auto children = work_.tree().children(id);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }

  bool is_site(NodeId id) const {
    const NodeKind kind = work_.tree()[id].kind;
    return kind == NodeKind::kList || kind == NodeKind::kOptional;
  }

  /// A nonterminal that derives the empty string, but not here.
  bool may_be_empty(NodeId id) const {
    const Node& node = work_.tree()[id];
    return node.kind == NodeKind::kRule && node.child_count > 0 &&
           work_.analysis().nullable[node.symbol];
  }

  Site as_site(NodeId id) const {
    const Node& node = work_.tree()[id];
    const auto children = work_.tree().children(id);
    Site site{{}, node.symbol, node.kind == NodeKind::kList ? node.min : 0u};
    const std::size_t step = node.kind == NodeKind::kList && node.separated ? 2 : 1;
    for (std::size_t i = 0; i < children.size(); i += step) site.units.push_back(children[i]);
    return site;
  }

  void minimise(const Site& site, int nesting) {
    RemovableList list = removable_nodes(work_, site.units, site.min);
    list.on_accept = [&, accept = std::move(list.on_accept)](const Kept& kept) {
      accept(kept);
      removed_ = true;
    };
    mgbs(work_.session(), list, estimates_[site.kind],
         [&](std::uint32_t thing) { reduce_inside(site.units[thing], nesting + 1); });
  }

  TreeWork& work_;
  bool removed_ = false;
  std::vector<NodeId> waiting_;
  std::map<SymbolId, KeepEstimate> estimates_;
};

}  // namespace

bool sweep(TreeWork& work) { return Sweep(work).run(); }

}  // namespace grabr
