// Tested by tests/reduce/auto_test.cc.
#include "reduce/pass/replacements.h"

#include <algorithm>
#include <utility>

#include "tree/print.h"

namespace grabr {
namespace {

using Kind = Replacement::Kind;

/// One is enough: such replacements are equally good, and the cheapest text is tried anyway.
constexpr std::size_t kMaxOtherForms = 1;
/// If a node has more than kMaxTokensFilled tokens, another expansion of it is tried only if it
/// keeps more than one in kMinKeptShare of them, or is a single token. On 37 failing inputs none of
/// 181 others worked, but 4 of 31 that keep more, and 10 of 234 of small nodes.
constexpr std::uint32_t kMinKeptShare = 2;
constexpr std::uint32_t kMaxTokensFilled = 8;
/// If there are too many, one in this many is taken from the largest replacements, which change
/// least.
constexpr std::size_t kLargestShare = 3;

class Finder {
 public:
  Finder(const TreeEditor& work, const Rewrites& rewrites, NodeId node,
         std::span<const std::uint32_t> weights)
      : work_(work),
        rewrites_(rewrites),
        node_(node),
        weights_(weights),
        place_(work.place(node)) {}

  std::vector<Replacement> find() {
    add_cheapest();
    add_values();
    add_descendants();
    add_alternates();
    add_templates();
    std::stable_sort(found_.begin(), found_.end(), [](const Replacement& a, const Replacement& b) {
      return a.tokens < b.tokens;
    });
    std::size_t forms = 0;
    std::erase_if(found_, [&](const Replacement& one) {
      return one.kind == Kind::kOtherForm && ++forms > kMaxOtherForms;
    });
    return std::move(found_);
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  void add_cheapest() {
    const CheapestText& cheapest = work_.analysis().cheapest[place_];
    if (cheapest.tokens >= weights_[node_] || cheapest.tokens == 0) return;
    found_.push_back({.kind = Kind::kCheapest,
                      .tokens = cheapest.tokens,
                      .text = cheapest.text,
                      .words = "'" + cheapest.text + "'"});
  }

  void add_values() {
    for (const auto& [token, texts] : work_.grammar().hints.simplest) {
      if (weights_[node_] < 2 || texts.empty() || !work_.analysis().fits_for(place_, token))
        continue;
      if (texts[0] == work_.analysis().cheapest[place_].text) continue;
      found_.push_back(
          {.kind = Kind::kValue, .tokens = 1, .text = texts[0], .words = "'" + texts[0] + "'"});
    }
  }

  void add_descendants() {
    for (const NodeId id : preorder(tree(), node_)) {
      if (weights_[id] == 0 || weights_[id] >= weights_[node_]) continue;
      const NodeId parent = tree().parent(id);
      if (fits(place_, id) && !(fits(place_, parent) && weights_[parent] == weights_[id])) {
        found_.push_back({.kind = Kind::kDescendant,
                          .tokens = weights_[id],
                          .by = id,
                          .words = "a " + node_name(tree(), id) + " inside it"});
      } else if (spliceable(id)) {
        found_.push_back({.kind = Kind::kSplice,
                          .tokens = weights_[id],
                          .by = id,
                          .words = "the elements of a list inside it"});
      } else {
        add_fitting_elements(id);
      }
    }
  }

  /// Adds the elements of an inner list that fit in the node's place, if the node is a list element
  /// itself.
  void add_fitting_elements(NodeId id) {
    const NodeId parent = tree().parent(node_);
    if (tree()[id].kind != NodeKind::kList || parent == kNoNode) return;
    const Node& outer = tree()[parent];
    if (outer.kind != NodeKind::kList || outer.separated || outer.symbol == kNoSymbol) return;
    Replacement elements{.kind = Kind::kSplice, .words = "what fits of a list inside it"};
    const auto children = tree().children(id);
    for (std::size_t i = 0; i < children.size(); i += tree()[id].separated ? 2 : 1) {
      if (weights_[children[i]] == 0) continue;
      const NodeId part = fitting_below(children[i], outer.symbol);
      if (part == kNoNode) continue;
      elements.parts.push_back(part);
      elements.tokens += weights_[part];
    }
    if (elements.parts.size() > 1) found_.push_back(std::move(elements));
  }

  /// The topmost node of the same tokens, from `id` down, that fits `place`; kNoNode if there is
  /// none.
  NodeId fitting_below(NodeId id, SymbolId place) const {
    while (!fits(place, id)) {
      const auto children = tree().children(id);
      const auto all = std::find_if(children.begin(), children.end(),
                                    [&](NodeId child) { return weights_[child] == weights_[id]; });
      if (all == children.end()) return kNoNode;
      id = *all;
    }
    return id;
  }

  bool fits(SymbolId place, NodeId id) const {
    const NodeKind kind = tree()[id].kind;
    if (kind != NodeKind::kRule && kind != NodeKind::kToken) return false;
    return work_.analysis().fits_for(place, tree()[id].symbol);
  }

  /// Is the node an element of a list, and may the elements of list `id` replace it there?
  bool spliceable(NodeId id) const {
    const NodeId parent = tree().parent(node_);
    if (parent == kNoNode || tree()[parent].kind != NodeKind::kList) return false;
    const Node& outer = tree()[parent];
    const Node& inner = tree()[id];
    return inner.kind == NodeKind::kList && inner.child_count() > 1 &&
           inner.separated == outer.separated &&
           work_.analysis().fits_for(outer.symbol, inner.symbol);
  }

  /// Adds other expansions of the node's symbol and of the symbols in the unit chain below it.
  void add_alternates() {
    for (NodeId id = node_; tree()[id].kind == NodeKind::kRule; id = tree().children(id)[0]) {
      const Rule& rule = work_.grammar().rule(tree()[id].symbol);
      inside_ = preorder(tree(), id);
      for (std::uint32_t i = 0; i < rule.alternatives.size(); ++i) {
        if (i == tree()[id].alternative()) continue;
        Replacement filled{.kind = Kind::kOtherForm, .words = "another " + node_name(tree(), id)};
        if (!fill(rule.alternatives[i].body, filled)) continue;
        if (is_worth_asking(filled)) found_.push_back(std::move(filled));
      }
      if (tree()[id].child_count() != 1) break;
    }
  }

  bool is_worth_asking(const Replacement& filled) const {
    if (filled.tokens == 0 || filled.tokens >= weights_[node_]) return false;
    return filled.kind != Kind::kAlternate || weights_[node_] <= kMaxTokensFilled ||
           filled.tokens == 1 || kMinKeptShare * filled.tokens > weights_[node_];
  }

  void add_templates() {
    for (Rewrite& rewrite : rewrites_.of(node_, weights_)) {
      if (rewrite.tokens == 0) continue;
      Replacement one{.kind = Kind::kTemplate,
                      .tokens = rewrite.tokens,
                      .words = "what a template makes of it"};
      one.rewrite = std::move(rewrite);
      found_.push_back(std::move(one));
    }
  }

  /// Appends the text of an expansion without its optional parts.
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
      filled.kind = Kind::kAlternate;
      return append(print_subtree(tree(), smallest), weights_[smallest], filled);
    }
    const CheapestText& cheapest = work_.analysis().cheapest[symbol];
    return cheapest.tokens != CheapestText{}.tokens &&
           append(cheapest.text, cheapest.tokens, filled);
  }

  bool append(std::string_view text, std::uint32_t tokens, Replacement& filled) const {
    if (!filled.text.empty() && !text.empty()) filled.text += rewrites_.blank();
    filled.text += text;
    filled.tokens += tokens;
    return true;
  }

  const TreeEditor& work_;
  const Rewrites& rewrites_;
  NodeId node_;
  std::span<const std::uint32_t> weights_;
  SymbolId place_;
  std::vector<NodeId> inside_;  ///< pre-order of the node whose expansions are filled
  std::vector<Replacement> found_;
};

}  // namespace

std::vector<Replacement> find_replacements(const TreeEditor& work, const Rewrites& rewrites,
                                           NodeId node, std::span<const std::uint32_t> weights,
                                           std::size_t most) {
  std::vector<Replacement> found = Finder(work, rewrites, node, weights).find();
  if (found.size() > most) {
    const auto keep = static_cast<std::ptrdiff_t>(most / kLargestShare);
    const auto small = found.begin() + static_cast<std::ptrdiff_t>(most) - keep;
    found.erase(small, found.end() - keep);
    found.shrink_to_fit();  // a large node has a hundred thousand replacements
  }
  return found;
}

}  // namespace grabr
