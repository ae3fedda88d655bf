// Heaviest node first, four kinds of smaller things in the place of a node:
//   - a descendant whose symbol fits the place (hoisting; GRABR's and Perses' replacement);
//   - the elements of a list inside it, where the node is an element of a list of the same kind;
//   - its symbol's cheapest text (`0` for an expression, `;` for a statement);
//   - another expansion of its symbol, filled with what fits from inside it (GRABR's alternates),
//     and with cheapest texts where nothing does.
//
//   while (c) { f(1); g(2); }   →   f(1);     →   { f(1); g(2); } spliced into the block around it
//
// Candidates of one node are tried from the smallest on, at most kMaxCandidates; after a success
// the new node is tried again. Every candidate has fewer tokens than what it replaces, so this
// ends.
// Tested by tests/reduce/auto_test.cc.
#include "reduce/tree_passes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxCandidates = 16;

/// Something smaller for a node: a node of the tree, or a text to make one from.
struct Replacement {
  std::uint32_t weight = 0;
  NodeId by = kNoNode;
  std::string text;
  std::string words;
};

class Replacing {
 public:
  explicit Replacing(TreeWork& work) : work_(work) {}

  bool run() {
    bool changed = false;
    refresh();
    for (const NodeId start : by_weight()) {
      NodeId node = start;
      while (attached(node)) {
        const NodeId by = replace_once(node);
        if (by == kNoNode) break;
        node = by;
        changed = true;
        refresh();
      }
    }
    return changed;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  void refresh() { weights_ = work_.weights(); }
  bool attached(NodeId id) const { return weights_[id] > 0; }

  /// The topmost nodes of unit chains, heaviest first.
  std::vector<NodeId> by_weight() const {
    std::vector<NodeId> nodes;
    for (const NodeId id : preorder(tree(), tree().root())) {
      if (tree()[id].kind == NodeKind::kRule && weights_[id] > 1 && !below_unit(id)) {
        nodes.push_back(id);
      }
    }
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](NodeId a, NodeId b) { return weights_[a] > weights_[b]; });
    return nodes;
  }

  bool below_unit(NodeId id) const {
    const NodeId parent = tree()[id].parent;
    return parent != kNoNode && tree()[parent].kind == NodeKind::kRule &&
           tree()[parent].child_count == 1;
  }

  NodeId replace_once(NodeId node) {
    std::vector<Replacement> candidates = find_candidates(node);
    std::vector<NodeId> made(candidates.size(), kNoNode);
    const std::string name = node_name(tree(), node);
    const auto edit = [&](std::size_t i) {
      if (made[i] == kNoNode) {
        made[i] = candidates[i].by != kNoNode
            ? candidates[i].by : work_.add_text(candidates[i].text);
      }
      return Edit{Edit::Kind::kReplace, node, made[i]};
    };
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == candidates.size()) return false;
      const Edit one[] = {edit(i)};
      candidate = work_.candidate(one, "replace " + name + " by " + candidates[i].words);
      return true;
    });
    if (!found) return kNoNode;
    const Edit one[] = {edit(*found)};
    work_.apply(one);
    return made[*found];
  }

  std::vector<Replacement> find_candidates(NodeId node) {
    std::vector<Replacement> candidates;
    const SymbolId place = work_.place(node);
    add_cheapest(node, place, candidates);
    add_descendants(node, place, candidates);
    add_alternates(node, candidates);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Replacement& a,
                        const Replacement& b) { return a.weight < b.weight; });
    if (candidates.size() > kMaxCandidates) candidates.resize(kMaxCandidates);
    return candidates;
  }

  void add_cheapest(NodeId node, SymbolId place, std::vector<Replacement>& candidates) const {
    const CheapestText& cheapest = work_.analysis().cheapest[place];
    if (cheapest.tokens >= weights_[node] || cheapest.tokens == 0) return;
    candidates.push_back({cheapest.tokens, kNoNode, cheapest.text, "'" + cheapest.text + "'"});
  }

  void add_descendants(NodeId node, SymbolId place, std::vector<Replacement>& candidates) const {
    for (const NodeId id : preorder(tree(), node)) {
      const NodeId parent = tree()[id].parent;
      if (weights_[id] == 0 || weights_[id] >= weights_[node]) continue;
      if (fits(place, id) && !(fits(place, parent) && weights_[parent] == weights_[id])) {
        candidates.push_back({weights_[id], id, "", "a " + node_name(tree(), id) + " inside it"});
      } else if (spliceable(node, id)) {
        candidates.push_back({weights_[id], id, "", "the elements of a list inside it"});
      }
    }
  }

  bool fits(SymbolId place, NodeId id) const {
    const NodeKind kind = tree()[id].kind;
    if (kind != NodeKind::kRule && kind != NodeKind::kToken) return false;
    const SymbolId symbol = tree()[id].symbol;
    return symbol != kNoSymbol && work_.analysis().fits_for(place, symbol);
  }

  /// May the elements of list `id` stand where `node`, an element of a list itself, stands?
  bool spliceable(NodeId node, NodeId id) const {
    const NodeId parent = tree()[node].parent;
    if (parent == kNoNode || tree()[parent].kind != NodeKind::kList) return false;
    const Node& outer = tree()[parent];
    const Node& inner = tree()[id];
    return inner.kind == NodeKind::kList && inner.child_count > 1 &&
           inner.separated == outer.separated && inner.symbol != kNoSymbol &&
           outer.symbol != kNoSymbol && work_.analysis().fits_for(outer.symbol, inner.symbol);
  }

  /// Other expansions of the node's symbol and of those in the unit chain below it.
  void add_alternates(NodeId node, std::vector<Replacement>& candidates) {
    for (NodeId id = node; tree()[id].kind == NodeKind::kRule; id = tree().children(id)[0]) {
      const Rule& rule = work_.grammar().rule(tree()[id].symbol);
      inside_ = preorder(tree(), id);
      for (std::uint32_t i = 0; i < rule.alternatives.size(); ++i) {
        if (i == tree()[id].alternative) continue;
        Replacement filled;
        filled.words = "another " + node_name(tree(), id);
        if (!fill(rule.alternatives[i].body, filled)) continue;
        if (filled.weight > 0 && filled.weight < weights_[node]) {
          candidates.push_back(std::move(filled));
        }
      }
      if (tree()[id].child_count != 1) break;
    }
  }

  /// Appends the text of an expansion: parts that may be left out are.
  bool fill(const Expr& expr, Replacement& filled) const {
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return fill_symbol(expr.symbol, filled);
      case Expr::Kind::kSequence:
        return std::all_of(expr.parts.begin(), expr.parts.end(),
                           [&](const Expr& part) { return fill(part, filled); });
      case Expr::Kind::kChoice: return fill(expr.parts[0], filled);
      case Expr::Kind::kOptional: return true;
      case Expr::Kind::kRepeat: break;
    }
    return expr.min == 0 || fill(expr.parts[0], filled);
  }

  bool fill_symbol(SymbolId symbol, Replacement& filled) const {
    const Symbol& info = work_.grammar().symbols[symbol];
    if (info.kind == SymbolKind::kLiteral) return append(info.text, 1, filled);
    NodeId smallest = kNoNode;
    for (std::size_t i = 1; i < inside_.size(); ++i) {
      const NodeId id = inside_[i];
      if (weights_[id] == 0 || !fits(symbol, id)) continue;
      if (smallest == kNoNode || weights_[id] < weights_[smallest]) smallest = id;
    }
    if (smallest != kNoNode) {
      return append(print_subtree(tree(), smallest), weights_[smallest], filled);
    }
    const CheapestText& cheapest = work_.analysis().cheapest[symbol];
    return cheapest.tokens != CheapestText{}.tokens &&
        append(cheapest.text, cheapest.tokens, filled);
  }

  bool append(std::string_view text, std::uint32_t tokens, Replacement& filled) const {
    const bool spaced = work_.grammar().notation == Notation::kRich;
    if (spaced && !filled.text.empty() && !text.empty()) filled.text += ' ';
    filled.text += text;
    filled.weight += tokens;
    return true;
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<NodeId> inside_;        ///< the node whose alternates are being filled, in pre-order
};

}  // namespace

bool replace(TreeWork& work) { return work.tree().root() != kNoNode && Replacing(work).run(); }

}  // namespace grabr
