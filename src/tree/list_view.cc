#include "tree/list_view.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace grabr {
namespace {

/// What is still to be built: a subtree of the old tree, or a new node over such things.
struct Plan {
  NodeId source = kNoNode;  ///< kNoNode: `node` over `parts`
  Node node;
  std::vector<Plan> parts;
};

Plan from_source(NodeId id) {
  Plan plan;
  plan.source = id;
  return plan;
}

class ListView {
 public:
  explicit ListView(const Tree& tree) : old_(tree), new_(tree) {}

  /// Post-order with a stack of its own.
  Tree run() {
    if (old_.root() == kNoNode) return std::move(new_);
    frames_.push_back(open(from_source(old_.root())));
    for (;;) {
      Frame& frame = frames_.back();
      if (frame.next < frame.parts.size()) {
        Plan part = std::move(frame.parts[frame.next++]);
        frames_.push_back(open(std::move(part)));
        continue;
      }
      const NodeId done = close(frame);
      frames_.pop_back();
      if (frames_.empty()) {
        new_.set_root(done, old_.skipped_at_end());
        return std::move(new_);
      }
      frames_.back().children.push_back(done);
    }
  }

 private:
  struct Frame {
    Node node;
    std::vector<Plan> parts;
    std::size_t next = 0;
    std::vector<NodeId> children;
  };

  /// One step of a recursive chain: the children beside the recursive one.
  using Link = std::vector<NodeId>;
  struct Chain {
    std::vector<Link> links;
    NodeId base = kNoNode;  ///< a node of the chain's symbol that does not recurse
    /// The recursion is in the first child: links are listed innermost first.
    bool left = false;
  };

  Frame open(Plan plan) const {
    Frame frame;
    if (plan.source == kNoNode) {
      frame.node = plan.node;
      frame.parts = std::move(plan.parts);
      return frame;
    }
    frame.node = old_[plan.source];
    if (frame.node.kind == NodeKind::kRule) {
      for (const bool left : {false, true}) {
        const Chain chain = follow(plan.source, left);
        if (chain.links.empty()) continue;
        frame.parts = as_list(chain, frame.node.symbol);
        return frame;
      }
    }
    for (const NodeId child : old_.children(plan.source)) frame.parts.push_back(from_source(child));
    return frame;
  }

  NodeId close(const Frame& frame) {
    if (frame.node.kind == NodeKind::kToken) {
      return new_.add_token(frame.node.symbol, frame.node.skipped, frame.node.text);
    }
    return new_.add_node(frame.node, frame.children);
  }

  /// Down through unit steps to the node with `symbol`, or kNoNode.
  NodeId through_units(NodeId id, SymbolId symbol) const {
    for (;;) {
      if (old_[id].kind != NodeKind::kRule) return kNoNode;
      if (old_[id].symbol == symbol) return id;
      if (old_[id].child_count != 1) return kNoNode;
      id = old_.children(id)[0];
    }
  }

  /// The node below unit steps that has not exactly one child.
  NodeId body(NodeId id) const {
    while (old_[id].kind == NodeKind::kRule && old_[id].child_count == 1) id = old_.children(id)[0];
    return id;
  }

  Chain follow(NodeId head, bool left) const {
    Chain chain;
    chain.left = left;
    chain.base = head;
    for (;;) {
      const NodeId at = body(chain.base);
      const auto children = old_.children(at);
      if (old_[at].kind != NodeKind::kRule || children.size() < 2) break;
      const NodeId next =
          through_units(left ? children.front() : children.back(), old_[head].symbol);
      if (next == kNoNode) break;
      const auto rest = left ? children.subspan(1) : children.first(children.size() - 1);
      chain.links.emplace_back(rest.begin(), rest.end());
      chain.base = next;
    }
    if (left) std::reverse(chain.links.begin(), chain.links.end());
    return chain;
  }

  /// A link as element and separator: the separator is the part next to the recursion.
  struct Element {
    NodeId element = kNoNode;
    NodeId separator = kNoNode;
  };
  std::optional<Element> as_element(const Link& link, bool left) const {
    Element element{link[0], kNoNode};
    if (link.size() > 2) return std::nullopt;
    if (link.size() == 2) element = left ? Element{link[1], link[0]} : Element{link[0], link[1]};
    // What has no symbol cannot be told from other things that have none.
    if (old_[element.element].symbol == kNoSymbol) return std::nullopt;
    const NodeKind kind = old_[element.element].kind;
    if (kind != NodeKind::kRule && kind != NodeKind::kToken) return std::nullopt;
    return element;
  }

  /// The base as one more element with that symbol, seen through unit steps.
  NodeId base_element(NodeId base, SymbolId symbol, NodeKind kind) const {
    for (NodeId id = base;;) {
      if (old_[id].kind == kind && old_[id].symbol == symbol) return id;
      if (old_[id].kind != NodeKind::kRule || old_[id].child_count != 1) return kNoNode;
      id = old_.children(id)[0];
    }
  }

  std::vector<Plan> as_list(const Chain& chain, SymbolId symbol) const {
    std::vector<Element> elements;
    for (const Link& link : chain.links) {
      const auto element = as_element(link, chain.left);
      if (!element) break;
      elements.push_back(*element);
    }
    const auto alike = [&](const Element& e) {
      return old_[e.element].symbol == old_[elements[0].element].symbol &&
             old_[e.element].kind == old_[elements[0].element].kind &&
             (e.separator == kNoNode) == (elements[0].separator == kNoNode);
    };
    if (elements.size() == chain.links.size() &&
        std::all_of(elements.begin(), elements.end(), alike)) {
      const Node& first = old_[elements[0].element];
      const NodeId base = base_element(chain.base, first.symbol, first.kind);
      if (base != kNoNode) return {even_list(elements, base, chain.left, first.symbol)};
    }
    return links_beside_base(chain, symbol);
  }

  static Plan even_list(const std::vector<Element>& elements, NodeId base, bool left,
                        SymbolId symbol) {
    Plan list;
    list.node.kind = NodeKind::kList;
    list.node.symbol = symbol;
    list.node.min = 1;
    list.node.separated = elements[0].separator != kNoNode;
    if (left) list.parts.push_back(from_source(base));
    for (const Element& e : elements) {
      if (left && list.node.separated) list.parts.push_back(from_source(e.separator));
      list.parts.push_back(from_source(e.element));
      if (!left && list.node.separated) list.parts.push_back(from_source(e.separator));
    }
    if (!left) list.parts.push_back(from_source(base));
    return list;
  }

  std::vector<Plan> links_beside_base(const Chain& chain, SymbolId symbol) const {
    Plan list;
    list.node.kind = NodeKind::kList;
    list.node.symbol = kNoSymbol;
    for (const Link& link : chain.links) {
      if (link.size() == 1) {
        list.parts.push_back(from_source(link[0]));
        continue;
      }
      Plan group;
      group.node.kind = NodeKind::kGroup;
      for (const NodeId part : link) group.parts.push_back(from_source(part));
      list.parts.push_back(std::move(group));
    }
    Plan base;
    base.node = old_[chain.base];
    base.node.symbol = symbol;
    for (const NodeId child : old_.children(chain.base)) base.parts.push_back(from_source(child));
    std::vector<Plan> result;
    if (chain.left) result.push_back(std::move(base));
    result.push_back(std::move(list));
    if (!chain.left && !result.empty()) result.push_back(std::move(base));
    return result;
  }

  const Tree& old_;
  Tree new_;
  std::vector<Frame> frames_;
};

}  // namespace

Tree list_view(const Tree& tree) { return ListView(tree).run(); }

}  // namespace grabr
