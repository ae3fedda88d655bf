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

#include <algorithm>
#include <string_view>
#include <utility>

#include "reduce/mgbs.h"

namespace grabr {
namespace {

/// Nesting that is followed at once; what lies deeper waits for its turn on a stack of its own.
constexpr int kMaxNesting = 200;

class Sweep {
 public:
  Sweep(TreeWork& work, bool dirty_only) : work_(work), dirty_only_(dirty_only) {}

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
    return node.kind == NodeKind::kRule && node.child_count() > 0 &&
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

  /// From the end: runs of units worth a question, and between them those that are known to stay.
  void minimise(const Site& site, int nesting) {
    present_.push_back(static_cast<std::uint32_t>(site.units.size()));
    for (std::size_t end = site.units.size(); end > 0;) {
      std::size_t begin = end;
      while (begin > 0 && !known_to_stay(site.units[begin - 1])) --begin;
      if (begin < end) minimise_run(site, begin, end, nesting);
      if (begin > 0) keep(site.units[begin - 1], nesting);
      end = begin - std::min<std::size_t>(begin, 1);
    }
    present_.pop_back();
  }

  void minimise_run(const Site& site, std::size_t begin, std::size_t end, int nesting) {
    const auto at = [&](std::size_t i) {
      return site.units.begin() + static_cast<std::ptrdiff_t>(i);
    };
    const std::vector<NodeId> units(at(begin), at(end));
    const std::uint32_t others = present_.back() - static_cast<std::uint32_t>(units.size());
    RemovableList list = removable_nodes(work_, units, site.min - std::min(site.min, others));
    list.on_accept = [&, accept = std::move(list.on_accept)](const Kept& kept) {
      accept(kept);
      removed_ = true;
      present_.back() = others + static_cast<std::uint32_t>(kept.size());
    };
    KeepEstimate& estimate = work_.learnt().keep[site.kind];
    MgbsOptions options;
    options.visit = [&](std::uint32_t thing) { keep(units[thing], nesting); };
    options.all_before = &work_.learnt().all_before;
    mgbs(work_.session(), list, estimate, options);
  }

  /// What is asked next changes nothing around the unit, so the answer stays true.
  void keep(NodeId unit, int nesting) {
    reduce_inside(unit, nesting + 1);
    work_.learnt().tried.note(work_.question(unit, kGone));
  }

  bool known_to_stay(NodeId unit) {
    return dirty_only_ && work_.learnt().tried.knows(work_.question(unit, kGone));
  }

  static constexpr std::string_view kGone = "gone";

  TreeWork& work_;
  bool dirty_only_;
  bool removed_ = false;
  std::vector<NodeId> waiting_;
  std::vector<std::uint32_t> present_;  ///< units that are left, of the sites under way
};

}  // namespace

bool sweep(TreeWork& work) { return Sweep(work, false).run(); }

bool sweep_changed(TreeWork& work) { return Sweep(work, true).run(); }

}  // namespace grabr
