// Trees store chains of only children as one record, and leaves even smaller. Whatever operation is
// applied, such a tree must equal the tree that is built node by node.
#include "tree/tree.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/grammars.h"
#include "tree/print.h"

namespace grabr {
namespace {

ChainLink some_link(std::mt19937& random) {
  constexpr NodeKind kKinds[] = {NodeKind::kRule, NodeKind::kList, NodeKind::kOptional};
  ChainLink link;
  link.kind = kKinds[random() % 3];
  link.symbol = random() % 2;
  link.separated = link.kind == NodeKind::kList && random() % 2 == 0;
  link.alternative = random() % 2;
  return link;
}

Node node_of(const ChainLink& link) {
  Node node;
  node.kind = link.kind;
  node.min = link.min;
  node.separated = link.separated;
  node.symbol = link.symbol;
  node.set_alternative(link.alternative);
  return node;
}

/// The same tree twice: with chains, and node by node.
struct Twins {
  explicit Twins(const std::shared_ptr<const Grammar>& grammar)
      : chained(grammar, "abcdefgh"), plain(grammar, "abcdefgh") {}

  NodeId token(std::uint32_t at) {
    chained.add_token(0, {at, at}, {at, at + 1});
    return plain.add_token(0, {at, at}, {at, at + 1});
  }
  NodeId chain(const std::vector<ChainLink>& links, NodeId below) {
    UnitChain chain;
    for (const ChainLink& link : links) chain = chained.longer(chain, link);
    chained.add_chain(chain, below);
    for (auto it = links.rbegin(); it != links.rend(); ++it) below = plain_node(*it, {below});
    return below;
  }
  NodeId node(const ChainLink& link, const std::vector<NodeId>& children) {
    chained.add_node(node_of(link), children);
    return plain_node(link, children);
  }
  /// A node that gets new children is stored by itself.
  NodeId plain_node(const ChainLink& link, const std::vector<NodeId>& children) {
    const NodeId id = plain.add_node(node_of(link), children);
    plain.set_children(id, children);
    return id;
  }

  void check() const {
    REQUIRE(chained.size() == plain.size());
    for (NodeId id = 0; id < plain.size(); ++id) {
      const Node a = chained[id];
      const Node b = plain[id];
      CHECK(a.kind == b.kind);
      CHECK(a.symbol == b.symbol);
      CHECK(a.separated == b.separated);
      CHECK(a.separator == b.separator);
      CHECK(a.moved == b.moved);
      CHECK(a.parent == b.parent);
      CHECK(a.alternative() == b.alternative());
      CHECK(a.token_count() == b.token_count());
      const Children all = chained.children(id);
      const Children other = plain.children(id);
      CHECK(std::vector<NodeId>(all.begin(), all.end()) ==
            std::vector<NodeId>(other.begin(), other.end()));
      CHECK(chained.below_only_children(id) == plain.below_only_children(id));
    }
    CHECK(print(chained) == print(plain));
  }

  Tree chained, plain;
};

Twins some_twins(const std::shared_ptr<const Grammar>& grammar, std::mt19937& random) {
  Twins twins(grammar);
  std::vector<NodeId> parts;
  for (std::uint32_t i = 0; i < 8; ++i) {
    std::vector<ChainLink> links(1 + random() % 5);
    for (ChainLink& link : links) link = some_link(random);
    parts.push_back(twins.chain(links, twins.token(i)));
    if (random() % 3 == 0) parts.push_back(twins.node(some_link(random), {}));
    if (random() % 3 != 0 || parts.size() < 3) continue;
    const NodeId inner = twins.node({}, {parts.end() - 2, parts.end()});
    parts.resize(parts.size() - 2);
    parts.push_back(twins.chain({some_link(random), some_link(random)}, inner));
  }
  const NodeId root = twins.node({}, parts);
  twins.chained.set_root(root, {});
  twins.plain.set_root(root, {});
  return twins;
}

/// Replaces any node by one below it or by a copy of another, or removes it.
void edit(Twins& twins, std::mt19937& random) {
  const std::vector<NodeId> nodes = preorder(twins.plain, twins.plain.root());
  const NodeId node = nodes[random() % nodes.size()];
  if (node == twins.plain.root()) return;
  Edit edit{Edit::Kind::kRemove, node, kNoNode};
  const std::vector<NodeId> inside = preorder(twins.plain, node);
  if (random() % 3 != 0) edit = {Edit::Kind::kReplace, node, inside[random() % inside.size()]};
  if (edit.by == node) {
    edit.by = twins.chained.copy_subtree(node);
    REQUIRE(twins.plain.copy_subtree(node) == edit.by);
  }
  CHECK(print(twins.chained, {&edit, 1}) == print(twins.plain, {&edit, 1}));
  twins.chained.apply({&edit, 1});
  twins.plain.apply({&edit, 1});
}

TEST_CASE("a node without children gets some, and is a separator") {
  Twins twins(support::fixed("json"));
  ChainLink list;
  list.kind = NodeKind::kList;
  list.separated = true;
  const NodeId first = twins.token(0);
  const NodeId between = twins.node({}, {});
  const NodeId top = twins.node(list, {first, between, twins.token(1)});
  twins.chained.set_root(top, {});
  twins.plain.set_root(top, {});
  CHECK(twins.chained[between].separator);
  twins.check();
  const std::vector<NodeId> below = {twins.token(2)};
  twins.chained.set_children(between, below);
  twins.plain.set_children(between, below);
  twins.check();
}

TEST_CASE("a tree with chains is the tree node by node, whatever is edited") {
  const auto grammar = support::fixed("json");
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Twins twins = some_twins(grammar, random);
    INFO(seed);
    twins.check();
    for (int i = 0; i < 6; ++i) {
      edit(twins, random);
      twins.check();
    }
  }
}

TEST_CASE("a link in the middle of a chain gets other children") {
  Twins twins(support::fixed("json"));
  const ChainLink rule;
  const NodeId top = twins.chain({rule, rule, rule, rule}, twins.token(0));
  twins.chained.set_root(top, {});
  twins.plain.set_root(top, {});
  const NodeId other = twins.token(1);
  const std::vector<NodeId> both = {other, top - 2};
  twins.chained.set_children(top - 1, both);
  twins.plain.set_children(top - 1, both);
  twins.check();
}

}  // namespace
}  // namespace grabr
