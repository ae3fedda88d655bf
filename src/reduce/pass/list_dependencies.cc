// Tested by tests/reduce/closure_test.cc.
#include "reduce/pass/list_dependencies.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reduce/pass/names.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// A name has a definition and maybe a declaration before it; a name with more belongs to several
/// things.
constexpr std::size_t kMaxDefiners = 2;

constexpr std::size_t kOutside = ~std::size_t{0};

/// The syntactic position of a token: two tokens with the same Standing are used in the same way.
struct Standing {
  SymbolId symbol = kNoSymbol;
  std::uint32_t alternative = 0;
  std::vector<bool> present;  ///< by child: has it tokens? (`struct s {…}` differs from `struct s`)
  bool operator==(const Standing&) const = default;
};

struct Occurrence {
  std::size_t element = kOutside;
  std::size_t depth = 0;  ///< the levels below the element
  Standing standing;
};

class Occurrences {
 public:
  Occurrences(const Tree& tree, const std::vector<NodeId>& elements) : tree_(tree) {
    for (std::size_t i = 0; i < elements.size(); ++i) numbers_[elements[i]] = i;
  }

  /// The occurrences of the name inside elements, in order.
  std::vector<Occurrence> of(const Name& name) const {
    std::vector<Occurrence> found;
    for (const NodeId token : name.tokens) {
      const Occurrence one = at(token);
      if (one.element != kOutside) found.push_back(one);
    }
    return found;
  }

 private:
  Occurrence at(NodeId token) const {
    Occurrence one;
    for (NodeId up = token; up != kNoNode; up = tree_.parent(up), ++one.depth) {
      const Node node = tree_[up];
      if (one.standing.symbol == kNoSymbol && node.kind == NodeKind::kRule) {
        one.standing = {node.symbol, node.alternative(), {}};
        for (const NodeId child : tree_.children(up)) {
          one.standing.present.push_back(tree_.token_count(child) > 0);
        }
      }
      if (const auto element = numbers_.find(up); element != numbers_.end()) {
        one.element = element->second;
        break;
      }
    }
    return one;
  }

  const Tree& tree_;
  std::map<NodeId, std::size_t> numbers_;
};

/// The elements in which a name occurs, and those that define it.
struct NamePlaces {
  std::set<std::size_t> users;  ///< elements that have it, without the definers
  std::set<std::size_t> definers;
  std::size_t first = kOutside;
};

NamePlaces places_of(const std::vector<Occurrence>& found) {
  NamePlaces places;
  if (found.empty()) return places;
  const auto least_deep =
      std::min_element(found.begin(), found.end(),
                       [](const Occurrence& a, const Occurrence& b) { return a.depth < b.depth; });
  places.first = found.front().element;
  for (const Occurrence& one : found) {
    const bool defines = one.standing == least_deep->standing;
    (defines ? places.definers : places.users).insert(one.element);
  }
  for (const std::size_t definer : places.definers) places.users.erase(definer);
  return places;
}

}  // namespace

std::vector<NodeId> main_elements(const TreeEditor& work, std::size_t few) {
  const Tree& tree = work.tree();
  const std::vector<std::uint32_t> weights = work.weights();
  NodeId at = tree.root();
  while (at != kNoNode && !tree.children(at).empty()) {
    std::vector<NodeId> elements;
    if (tree[at].kind == NodeKind::kList) {
      for (const NodeId child : tree.children(at)) {
        if (weights[child] > 0 && work.removable(child)) elements.push_back(child);
      }
    }
    if (elements.size() > few) return elements;
    const Children children = tree.children(at);
    at = *std::max_element(children.begin(), children.end(),
                           [&](NodeId a, NodeId b) { return weights[a] < weights[b]; });
  }
  return {};
}

std::vector<std::vector<std::size_t>> direct_needs(const TreeEditor& work,
                                                   const std::vector<NodeId>& elements) {
  const Occurrences occurrences(work.tree(), elements);
  std::vector<NamePlaces> names;
  std::vector<bool> defines(elements.size());
  for (const Name& name : linked_names_in(work.tree())) {
    NamePlaces places = places_of(occurrences.of(name));
    if (places.users.empty() || places.definers.size() > kMaxDefiners) continue;
    for (const std::size_t definer : places.definers) defines[definer] = true;
    names.push_back(std::move(places));
  }
  std::vector<std::set<std::size_t>> needs(elements.size());
  for (const NamePlaces& name : names) {
    std::set<std::size_t> needed = name.definers;
    if (!defines[name.first]) needed.insert(name.first);
    for (const std::size_t user : name.users) {
      needs[user].insert(needed.begin(), needed.end());
      needs[user].erase(user);
    }
  }
  std::vector<std::vector<std::size_t>> direct;
  for (const std::set<std::size_t>& one : needs) direct.emplace_back(one.begin(), one.end());
  return direct;
}

std::vector<std::vector<std::size_t>> all_needs(
    const std::vector<std::vector<std::size_t>>& direct) {
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < direct.size(); ++i) {
    std::vector<bool> found(direct.size());
    found[i] = true;
    std::vector<std::size_t> reached{i};
    for (std::size_t at = 0; at < reached.size(); ++at) {
      for (const std::size_t other : direct[reached[at]]) {
        if (!found[other]) reached.push_back(other);
        found[other] = true;
      }
    }
    std::sort(reached.begin(), reached.end());
    all.push_back(std::move(reached));
  }
  return all;
}

}  // namespace grabr
