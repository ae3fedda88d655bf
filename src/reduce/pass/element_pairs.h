// Finds list elements that belong together: those at the same position in the lists that follow the
// occurrences of a name, such as a parameter of f and the arguments for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reduce/pass/following_lists.h"
#include "reduce/pass/names.h"

namespace grabr {

struct ElementPair {
  std::vector<NodeId> units;  ///< at least two, none inside another
  std::uint32_t tokens = 0;
  std::string words;  ///< "element 1 behind every f"
};

/// The element pairs for the names of a tree. Valid while the tree does not change.
class ElementPairs {
 public:
  explicit ElementPairs(const TreeEditor& work);

  const std::vector<Name>& names() const { return names_; }
  /// The pairs for a name, each once: elements at the same position of lists of equal length, and
  /// the last elements of the lists nearest to each occurrence, of the second nearest, and so on.
  std::vector<ElementPair> behind(const Name& name) const;
  /// The uses, outside of the units, of the names that the units introduce. A unit introduces a
  /// name if the name's first occurrence in the text is in it. If no unit introduces one, a name
  /// counts whose first occurrence in the smallest deletable part around a unit is in the unit,
  /// provided that part also has the name outside of the unit's list.
  std::vector<NodeId> uses(const std::vector<NodeId>& units) const;
  /// The smallest deletable part around each use; empty if some use has none.
  std::vector<NodeId> units_around(const std::vector<NodeId>& uses) const;

 private:
  using Lists = std::vector<std::vector<NodeId>>;

  ElementPair without_fixed(const std::vector<NodeId>& elements, std::string words) const;
  void add_uses(NodeId unit, const std::vector<NodeId>& units, bool in_all,
                std::vector<NodeId>& found) const;
  NodeId scope_of(const std::vector<NodeId>& tokens, NodeId unit) const;

  const TreeEditor& work_;
  FollowingLists lists_;
  std::vector<Name> names_;
  std::map<NodeId, std::size_t> name_of_;
};

}  // namespace grabr
