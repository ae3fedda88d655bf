#include "tree/list_view.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace grabr {
namespace {

/// Is it one step of a chain of unit rules?
bool is_unit(const Node& node) { return node.kind == NodeKind::kRule && node.child_count() == 1; }

/// The first node, from `id` down, that is not a unit step.
NodeId below_units(const Tree& tree, NodeId id) {
  for (;;) {
    const auto links = tree.links_from(id);
    for (const ChainLink& link : links) {
      if (link.kind != NodeKind::kRule) return id;
      --id;
    }
    if (!links.empty()) continue;
    if (!is_unit(tree[id])) return id;
    id = tree.children(id)[0];
  }
}

/// Does a node's symbol recur at either end of the node below its unit steps? A chain of unit steps
/// is walked once for all its nodes, because they are asked for from the top down.
class Recursion {
 public:
  explicit Recursion(const Tree& tree)
      : tree_(tree), first_(tree.grammar().symbols.size()), last_(first_.size()) {}

  void look_at(NodeId rule) {
    const NodeId parent = tree_.parent(rule);
    const bool known = parent != kNoNode && parent == looked_at_ && is_unit(tree_[parent]);
    looked_at_ = rule;
    if (known) return;
    const NodeId body = below_units(tree_, rule);
    ++stamp_;
    const auto children = tree_.children(body);
    if (tree_[body].kind != NodeKind::kRule || children.size() < 2) return;
    mark(children.front(), first_);
    mark(children.back(), last_);
  }
  /// The same for the child of the last unit step.
  void look_at_next(NodeId rule) { looked_at_ = rule; }
  bool at_first(SymbolId symbol) const { return first_[symbol] == stamp_; }
  bool at_last(SymbolId symbol) const { return last_[symbol] == stamp_; }

 private:
  void mark(NodeId id, std::vector<std::uint32_t>& stamps) const {
    for (;; id = tree_.children(id)[0]) {
      const auto links = tree_.links_from(id);
      for (const ChainLink& link : links) {
        if (link.kind != NodeKind::kRule) return;
        stamps[link.symbol] = stamp_;
      }
      if (!links.empty()) {
        id -= static_cast<NodeId>(links.size()) - 1;
        continue;
      }
      const Node node = tree_[id];
      if (node.kind != NodeKind::kRule) return;
      stamps[node.symbol] = stamp_;
      if (node.child_count() != 1) return;
    }
  }

  const Tree& tree_;
  std::vector<std::uint32_t> first_, last_;  // by symbol
  std::uint32_t stamp_ = 0;
  NodeId looked_at_ = kNoNode;
};

/// Rewrites the tree in place, top-down.
class ListView {
 public:
  explicit ListView(Tree tree) : tree_(std::move(tree)), recursion_(tree_) {}

  Tree run() {
    if (tree_.root() == kNoNode) return std::move(tree_);
    todo_.push_back(tree_.root());
    while (!todo_.empty()) {
      const NodeId id = todo_.back();
      todo_.pop_back();
      const NodeId below = pass_over(id);
      if (!rewrite(below)) push_children(below);
    }
    return std::move(tree_);
  }

 private:
  /// One step of a recursive chain: the children beside the recursive one.
  using Link = std::vector<NodeId>;
  struct Chain {
    std::vector<Link> links;
    NodeId base = kNoNode;  ///< the node with the chain's symbol that does not recurse
    /// The recursion is in the first child: links are listed innermost first.
    bool left = false;
  };

  /// The first node from there down, along a chain of only children, that may be rewritten.
  NodeId pass_over(NodeId id) {
    for (;;) {
      const auto links = tree_.links_from(id);
      if (links.empty()) return id;
      bool behind_unit = false;
      for (const ChainLink& link : links) {
        const bool is_rule = link.kind == NodeKind::kRule;
        if (is_rule) {
          if (behind_unit) recursion_.look_at_next(id);
          else recursion_.look_at(id);
          if (recursion_.at_first(link.symbol) || recursion_.at_last(link.symbol)) return id;
        }
        behind_unit = is_rule;
        --id;
      }
    }
  }

  /// Rewrites the node if it is the head of a chain. Then returns true, and its descendants are
  /// done or queued.
  bool rewrite(NodeId id) {
    const Node node = tree_[id];
    if (node.kind != NodeKind::kRule) return false;
    const SymbolId symbol = node.symbol;
    recursion_.look_at(id);
    const bool right = recursion_.at_last(symbol);
    if (!right && !recursion_.at_first(symbol)) return false;
    const Chain chain = follow(id, !right);
    const std::vector<NodeId> parts = as_list(chain);
    tree_.set_children(id, parts);
    return true;
  }

  void push_children(NodeId id) {
    for (const NodeId child : tree_.children(id)) {
      if (!tree_.is_token(child)) todo_.push_back(child);
    }
  }

  /// Follows unit steps down to the node with `symbol`; kNoNode if there is none.
  NodeId through_units(NodeId id, SymbolId symbol) const {
    for (;;) {
      const auto links = tree_.links_from(id);
      for (const ChainLink& link : links) {
        if (link.kind != NodeKind::kRule) return kNoNode;
        if (link.symbol == symbol) return id;
        --id;
      }
      if (!links.empty()) continue;
      const Node node = tree_[id];
      if (node.kind != NodeKind::kRule) return kNoNode;
      if (node.symbol == symbol) return id;
      if (node.child_count() != 1) return kNoNode;
      id = tree_.children(id)[0];
    }
  }

  Chain follow(NodeId head, bool left) const {
    Chain chain;
    chain.left = left;
    chain.base = head;
    for (;;) {
      const NodeId at = below_units(tree_, chain.base);
      const Children all = tree_.children(at);
      const std::span children = all.span();
      if (tree_[at].kind != NodeKind::kRule || children.size() < 2) break;
      const NodeId next =
          through_units(left ? children.front() : children.back(), tree_[head].symbol);
      if (next == kNoNode) break;
      const auto rest = left ? children.subspan(1) : children.first(children.size() - 1);
      chain.links.emplace_back(rest.begin(), rest.end());
      chain.base = next;
    }
    if (left) std::reverse(chain.links.begin(), chain.links.end());
    return chain;
  }

  /// A link split into element and separator, the part next to the recursion.
  struct Element {
    NodeId element = kNoNode;
    NodeId separator = kNoNode;
  };
  std::optional<Element> as_element(const Link& link, bool left) const {
    Element element{link[0], kNoNode};
    if (link.size() > 2) return std::nullopt;
    if (link.size() == 2) element = left ? Element{link[1], link[0]} : Element{link[0], link[1]};
    // An element without a symbol cannot be distinguished from others without one.
    if (tree_[element.element].symbol == kNoSymbol) return std::nullopt;
    const NodeKind kind = tree_[element.element].kind;
    if (kind != NodeKind::kRule && kind != NodeKind::kToken) return std::nullopt;
    return element;
  }

  /// The base as one more element with that symbol, looking through unit steps.
  NodeId base_element(NodeId base, SymbolId symbol, NodeKind kind) const {
    for (NodeId id = base;;) {
      if (tree_[id].kind == kind && tree_[id].symbol == symbol) return id;
      if (tree_[id].kind != NodeKind::kRule || tree_[id].child_count() != 1) return kNoNode;
      id = tree_.children(id)[0];
    }
  }

  /// The new children of the chain's head.
  std::vector<NodeId> as_list(const Chain& chain) {
    std::vector<Element> elements;
    for (const Link& link : chain.links) {
      const auto element = as_element(link, chain.left);
      if (!element) break;
      elements.push_back(*element);
    }
    const auto alike = [&](const Element& e) {
      return tree_[e.element].symbol == tree_[elements[0].element].symbol &&
             tree_[e.element].kind == tree_[elements[0].element].kind &&
             (e.separator == kNoNode) == (elements[0].separator == kNoNode);
    };
    if (elements.size() == chain.links.size() &&
        std::all_of(elements.begin(), elements.end(), alike)) {
      const Node& first = tree_[elements[0].element];
      const NodeId base = base_element(chain.base, first.symbol, first.kind);
      if (base != kNoNode) return {even_list(elements, base, chain.left)};
    }
    return links_beside_base(chain);
  }

  NodeId even_list(const std::vector<Element>& elements, NodeId base, bool left) {
    Node list;
    list.kind = NodeKind::kList;
    list.symbol = tree_[elements[0].element].symbol;
    list.min = 1;
    list.separated = elements[0].separator != kNoNode;
    std::vector<NodeId> parts;
    if (left) parts.push_back(base);
    for (const Element& e : elements) {
      if (left && list.separated) parts.push_back(e.separator);
      parts.push_back(e.element);
      if (!left && list.separated) parts.push_back(e.separator);
    }
    if (!left) parts.push_back(base);
    return add_over(list, parts);
  }

  std::vector<NodeId> links_beside_base(const Chain& chain) {
    Node list;
    list.kind = NodeKind::kList;
    Node group;
    group.kind = NodeKind::kGroup;
    std::vector<NodeId> parts;
    for (const Link& link : chain.links) {
      if (link.size() == 1) todo_.push_back(link[0]);
      parts.push_back(link.size() == 1 ? link[0] : add_over(group, link));
    }
    push_children(chain.base);
    const NodeId links = tree_.add_node_between(list, parts);
    if (chain.left) return {chain.base, links};
    return {links, chain.base};
  }

  /// Adds a node over parts that are still to be processed.
  NodeId add_over(const Node& node, const std::vector<NodeId>& parts) {
    todo_.insert(todo_.end(), parts.begin(), parts.end());
    return tree_.add_node_between(node, parts);
  }

  Tree tree_;
  Recursion recursion_;
  std::vector<NodeId> todo_;
};

}  // namespace

Tree list_view(Tree tree) { return ListView(std::move(tree)).run(); }

}  // namespace grabr
