// Character mutations are those of the Fuzzing Book's mutate(): delete_random_character,
// insert_random_character, flip_random_character. Tree mutations replace a subtree by one from
// another derivation, like the book's fragment pools and LangFuzz (Holler, Herzig & Zeller, 2012):
//
//   [1, {"a": 2}] and a donor with ["x"]    replace 2 by "x":       [1, {"a": "x"}]
//                                           swap 1 and {"a": 2}:    [{"a": 2}, 1]
//                                           remove 1:               [{"a": 2}]
//
// A subtree fits if its symbol can replace that of the place (grammar/analyse/analysis.h), so the
// result is a derivation again; with contextual tokens its text may be read differently, which is
// harmless for fuzzing. Each mutation is tried at a few random places. Tested by
// tests/generate/mutate_test.cc.
#include "generate/mutate.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "grammar/analyse/analysis.h"
#include "tree/deletable.h"

namespace grabr {
namespace {

constexpr int kPlaces = 8;  // places tried per mutation

bool is_subtree(const Node& node) { return node.kind == NodeKind::kRule && !node.opaque; }

template <class Wanted>
NodeId random_node(const Tree& tree, RandomNumbers& random, Wanted wanted) {
  std::vector<NodeId> nodes = preorder(tree, tree.root());
  std::erase_if(nodes, [&](NodeId id) { return !wanted(id); });
  return nodes.empty() ? kNoNode : nodes[random.below(nodes.size())];
}

/// Copies a subtree of another tree, creating new tokens.
NodeId copy_from(const Tree& from, NodeId root, Tree& to) {
  std::vector<std::pair<NodeId, NodeId>> copies;  // copies of completed subtrees
  const std::vector<NodeId> order = preorder(from, root);
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    if (from[*id].kind == NodeKind::kToken) {
      copies.emplace_back(*id, to.add_new_token(from[*id].symbol, from.token_text(*id)));
      continue;
    }
    std::vector<NodeId> children;
    for (std::uint32_t n = from[*id].child_count(); n > 0; --n) {
      children.push_back(copies.back().second);
      copies.pop_back();
    }
    Node node = from[*id];
    node.parent = kNoNode;
    copies.emplace_back(*id, to.add_node(node, children));
  }
  return copies.back().second;
}

void put(Tree& tree, NodeId place, NodeId by) {
  const NodeId parent = tree.parent(place);
  tree.set_child(parent, parent == kNoNode ? 0 : tree.index_in_parent(place), by);
}

}  // namespace

std::string mutate_text(std::string text, RandomNumbers& random) {
  const std::size_t at = text.empty() ? 0 : random.below(text.size());
  const std::size_t way = text.empty() ? 1 : random.below(3);
  if (way == 0) {
    text.erase(at, 1);
  } else if (way == 1) {
    const auto place = text.begin() + static_cast<std::ptrdiff_t>(
                                          text.empty() ? 0 : random.below(text.size() + 1));
    text.insert(place, static_cast<char>(0x20 + random.below(0x5F)));
  } else {
    const unsigned bit = 1U << random.below(7);
    text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ bit);
  }
  return text;
}

TreeMutator::TreeMutator(const Grammar& grammar, std::vector<Tree> donors)
    : fits_(analyse(grammar).fits), by_symbol_(grammar.symbols.size()) {
  for (Tree& donor : donors) add(std::move(donor));
}

void TreeMutator::add(Tree donor) {
  const std::size_t t = donors_.size();
  for (const NodeId id : preorder(donor, donor.root())) {
    if (is_subtree(donor[id])) by_symbol_[donor[id].symbol].push_back({t, id});
  }
  donors_.push_back(std::move(donor));
}

Tree TreeMutator::mutate(Tree tree, RandomNumbers& random) const {
  using Mutation = bool (TreeMutator::*)(Tree&, RandomNumbers&) const;
  constexpr std::array<Mutation, 3> kMutations = {&TreeMutator::replace, &TreeMutator::swap,
                                                  &TreeMutator::remove};
  const std::size_t first = random.below(kMutations.size());
  for (std::size_t i = 0; i < kMutations.size(); ++i) {
    if ((this->*kMutations[(first + i) % kMutations.size()])(tree, random)) break;
  }
  return tree;
}

bool TreeMutator::replace(Tree& tree, RandomNumbers& random) const {
  const auto wanted = [&](NodeId id) { return is_subtree(tree[id]) && id != tree.root(); };
  for (int i = 0; i < kPlaces; ++i) {
    const NodeId place = random_node(tree, random, wanted);
    if (place == kNoNode) return false;
    std::vector<SymbolId> fitting;
    for (SymbolId symbol = 0; symbol < by_symbol_.size(); ++symbol) {
      if (!by_symbol_[symbol].empty() && fits_(tree[place].symbol, symbol)) {
        fitting.push_back(symbol);
      }
    }
    if (fitting.empty()) continue;
    const auto& donors = by_symbol_[fitting[random.below(fitting.size())]];
    const Place donor = donors[random.below(donors.size())];
    put(tree, place, copy_from(donors_[donor.tree], donor.node, tree));
    return true;
  }
  return false;
}

bool TreeMutator::swap(Tree& tree, RandomNumbers& random) const {
  const auto wanted = [&](NodeId id) { return is_subtree(tree[id]) && id != tree.root(); };
  for (int i = 0; i < kPlaces; ++i) {
    const NodeId one = random_node(tree, random, wanted);
    if (one == kNoNode) return false;
    const std::vector<NodeId> below = preorder(tree, one);
    std::unordered_set<NodeId> related(below.begin(), below.end());
    for (NodeId up = one; up != kNoNode; up = tree.parent(up)) related.insert(up);
    const auto partner = [&](NodeId id) {
      return wanted(id) && fits_(tree[one].symbol, tree[id].symbol) &&
             fits_(tree[id].symbol, tree[one].symbol) && !related.contains(id);
    };
    const NodeId other = random_node(tree, random, partner);
    if (other == kNoNode) continue;
    const NodeId copy = tree.copy_subtree(one);
    put(tree, one, tree.copy_subtree(other));
    put(tree, other, copy);
    return true;
  }
  return false;
}

bool TreeMutator::remove(Tree& tree, RandomNumbers& random) const {
  std::vector<NodeId> places = deletable_nodes(tree);
  std::erase_if(places, [&](NodeId id) { return tree[tree.parent(id)].opaque; });
  if (places.empty()) return false;
  const Edit edit{Edit::Kind::kRemove, places[random.below(places.size())], kNoNode};
  tree.apply(std::span(&edit, 1));
  return true;
}

}  // namespace grabr
