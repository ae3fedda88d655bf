#include "reduce/pass/name_closures.h"

#include <algorithm>
#include <map>
#include <set>

namespace grabr {
namespace {

bool in_tree(const Tree& tree, NodeId node) {
  while (tree.parent(node) != kNoNode) node = tree.parent(node);
  return node == tree.root();
}

/// For each node, how many different names occur below it.
std::vector<std::uint32_t> different_names(const Tree& tree, const std::vector<Name>& names) {
  std::vector<std::uint32_t> different(tree.size());
  std::vector<std::uint32_t> last(tree.size());  // the last name counted there, from 1
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    for (const NodeId token : names[i].tokens) {
      for (NodeId up = token; up != kNoNode && last[up] != i + 1; up = tree.parent(up)) {
        last[up] = i + 1;
        ++different[up];
      }
    }
  }
  return different;
}

}  // namespace

std::vector<NodeId> outermost(const Tree& tree, std::vector<NodeId> nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  const std::set<NodeId> all(nodes.begin(), nodes.end());
  std::erase_if(nodes, [&](NodeId node) {
    for (NodeId up = tree.parent(node); up != kNoNode; up = tree.parent(up)) {
      if (all.contains(up)) return true;
    }
    return false;
  });
  return nodes;
}

NameClosures::NameClosures(const TreeEditor& work)
    : work_(work),
      names_(linked_names_in(work.tree())),
      units_(names_.size()),
      wide_(names_.size()),
      deletes_(names_.size()) {
  const std::vector<std::uint32_t> weights = work.weights();
  const std::vector<std::uint32_t> different = different_names(work.tree(), names_);
  std::map<NodeId, std::vector<std::size_t>> owners;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    for (const NodeId token : names_[i].tokens) {
      const NodeId unit = unit_around(token, weights);
      if (unit == kNoNode || (!units_[i].empty() && units_[i].back() == unit)) continue;
      units_[i].push_back(unit);
      wide_[i].push_back(widen(unit, different));
      owners[wide_[i].back()].push_back(i);
    }
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    for (NodeId up = names_[i].tokens[0]; up != kNoNode; up = work.tree().parent(up)) {
      const auto found = owners.find(up);
      if (found == owners.end()) continue;
      for (const std::size_t owner : found->second) deletes_[owner].push_back(i);
    }
  }
}

NodeId NameClosures::widen(NodeId unit, const std::vector<std::uint32_t>& different) const {
  NodeId widest = unit;
  for (NodeId up = unit; up != kNoNode; up = work_.tree().parent(up)) {
    if (different[up] != different[unit]) break;
    if (work_.removable(up)) widest = up;
  }
  return widest;
}

NodeId NameClosures::unit_around(NodeId token, const std::vector<std::uint32_t>& weights) const {
  NodeId reducible = kNoNode;
  for (NodeId up = token; up != kNoNode; up = work_.tree().parent(up)) {
    if (work_.removable(up)) return up;
    if (reducible == kNoNode && work_.least_tokens(up) < weights[up]) reducible = up;
  }
  return reducible;
}

std::vector<std::size_t> NameClosures::closure(std::size_t number) const {
  std::set<std::size_t> closure{number};
  std::vector<std::size_t> todo{number};
  while (!todo.empty()) {
    const std::size_t name = todo.back();
    todo.pop_back();
    for (const std::size_t other : deletes_[name]) {
      if (closure.insert(other).second) todo.push_back(other);
    }
  }
  return {closure.begin(), closure.end()};
}

std::vector<NodeId> NameClosures::wide_units(std::span<const std::size_t> numbers) const {
  std::vector<NodeId> nodes;
  for (const std::size_t number : numbers) {
    for (const NodeId unit : wide_[number]) {
      if (in_tree(work_.tree(), unit)) nodes.push_back(unit);
    }
  }
  return outermost(work_.tree(), std::move(nodes));
}

}  // namespace grabr
