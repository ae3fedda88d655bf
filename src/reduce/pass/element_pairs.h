// Elements that stand at the same place of lists which follow the occurrences of a name.
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

/// Of the names of a tree. Good while it does not change.
class ElementPairs {
 public:
  explicit ElementPairs(const TreeEditor& work);

  const std::vector<Name>& names() const { return names_; }
  /// Those behind a name, each once: by place in lists of as many elements, and the last ones of
  /// the lists that are the nearest, the second nearest and so on.
  std::vector<ElementPair> behind(const Name& name) const;
  /// The uses, outside of the units, of the names that the units introduce: names whose first
  /// occurrence in the text is in a unit. Where no unit introduces one, the first occurrence within
  /// the smallest deletable part around the unit counts, if the name is used in that part outside
  /// of the unit's list.
  std::vector<NodeId> uses(const std::vector<NodeId>& units) const;
  /// The smallest parts that may go around each of the uses; nothing where one has none.
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
