// Tested by tests/reduce/paired_elements_test.cc.
#include "reduce/pass/element_pairs.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "reduce/pass/name_closures.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxOccurrences = 200;
/// Elements of one list: longer lists are data, not parameters.
constexpr std::size_t kMaxElementsPaired = 32;

using Nodes = std::vector<NodeId>;
using Lists = std::vector<Nodes>;

std::set<std::size_t> sizes(const std::vector<Lists>& following) {
  std::set<std::size_t> sizes;
  for (const Lists& lists : following) {
    for (const Nodes& list : lists) sizes.insert(list.size());
  }
  return sizes;
}

/// Element `i` of the first list with `size` elements after each occurrence.
Nodes elements_at(const std::vector<Lists>& following, std::size_t size, std::size_t i) {
  Nodes elements;
  for (const Lists& lists : following) {
    const auto list = std::find_if(lists.begin(), lists.end(),
                                   [&](const Nodes& one) { return one.size() == size; });
    if (list != lists.end()) elements.push_back((*list)[i]);
  }
  return elements;
}

/// The last element of list number `rank` after each occurrence.
Nodes last_elements(const std::vector<Lists>& following, std::size_t rank) {
  Nodes elements;
  for (const Lists& lists : following) {
    if (rank < lists.size()) elements.push_back(lists[rank].back());
  }
  return elements;
}

std::size_t most_lists(const std::vector<Lists>& following) {
  std::size_t most = 0;
  for (const Lists& lists : following) most = std::max(most, lists.size());
  return most;
}

}  // namespace

ElementPairs::ElementPairs(const TreeEditor& work)
    : work_(work), lists_(work), names_(names_in(work.tree())) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    for (const NodeId token : names_[i].tokens) name_of_[token] = i;
  }
}

std::vector<ElementPair> ElementPairs::behind(const Name& name) const {
  std::vector<Lists> following;
  for (const NodeId token : name.tokens) {
    if (following.size() == kMaxOccurrences) break;
    Lists lists = lists_.after(token);
    std::erase_if(lists, [](const Nodes& list) { return list.size() > kMaxElementsPaired; });
    if (!lists.empty()) following.push_back(std::move(lists));
  }
  std::vector<ElementPair> pairs;
  std::set<Nodes> known;
  const auto add = [&](ElementPair pair) {
    if (pair.units.size() > 1 && known.insert(pair.units).second) pairs.push_back(std::move(pair));
  };
  if (following.size() < 2) return pairs;
  for (const std::size_t size : sizes(following)) {
    for (std::size_t i = 0; i < size; ++i) {
      add(without_fixed(elements_at(following, size, i),
                        "element " + std::to_string(i + 1) + " behind every " + name.text));
    }
  }
  for (std::size_t rank = 0; rank < most_lists(following); ++rank) {
    add(without_fixed(last_elements(following, rank),
                      "the last element behind every " + name.text));
  }
  return pairs;
}

/// Makes a pair of the elements that may be deleted.
ElementPair ElementPairs::without_fixed(const Nodes& elements, std::string words) const {
  ElementPair pair{{}, 0, std::move(words)};
  for (const NodeId element : elements) {
    const NodeId unit = lists_.unit_of(element);
    if (unit != kNoNode) pair.units.push_back(unit);
  }
  pair.units = outermost(work_.tree(), std::move(pair.units));
  for (const NodeId unit : pair.units) pair.tokens += lists_.weight(unit);
  return pair;
}

Nodes ElementPairs::uses(const Nodes& units) const {
  for (const bool in_all : {true, false}) {
    Nodes found;
    for (const NodeId unit : units) add_uses(unit, units, in_all, found);
    if (!found.empty()) return outermost(work_.tree(), std::move(found));
  }
  return {};
}

void ElementPairs::add_uses(NodeId unit, const Nodes& units, bool in_all, Nodes& found) const {
  for (std::uint32_t i = lists_.begin_of(unit); i < lists_.end_of(unit); ++i) {
    const auto name = name_of_.find(lists_.tokens()[i]);
    if (name == name_of_.end()) continue;
    const Nodes& tokens = names_[name->second].tokens;
    const NodeId scope = in_all ? work_.tree().root() : scope_of(tokens, unit);
    if (scope == kNoNode) continue;
    const auto first = std::find_if(tokens.begin(), tokens.end(),
                                    [&](NodeId token) { return lists_.contains(scope, token); });
    if (!lists_.contains(unit, *first)) continue;
    std::copy_if(first, tokens.end(), std::back_inserter(found), [&](NodeId token) {
      return lists_.contains(scope, token) &&
             std::none_of(units.begin(), units.end(),
                          [&](NodeId one) { return lists_.contains(one, token); });
    });
  }
}

/// The smallest deletable part around the unit that also has one of the tokens outside of the list
/// in which the unit stands.
NodeId ElementPairs::scope_of(const Nodes& tokens, NodeId unit) const {
  const NodeId list = work_.tree().parent(unit);
  for (NodeId up = list; up != kNoNode; up = work_.tree().parent(up)) {
    if (!work_.removable(up)) continue;
    const bool used = std::any_of(tokens.begin(), tokens.end(), [&](NodeId token) {
      return lists_.contains(up, token) && !lists_.contains(list, token);
    });
    if (used) return up;
  }
  return kNoNode;
}

Nodes ElementPairs::units_around(const Nodes& uses) const {
  Nodes units;
  for (const NodeId use : uses) {
    units.push_back(lists_.removable_around(use));
    if (units.back() == kNoNode) return {};
  }
  return units;
}

}  // namespace grabr
