// Where the names of a tree are defined, and what becomes of their uses when a definition goes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reduce/minimizer/minimize.h"
#include "reduce/pass/tree_work.h"
#include "reduce/pass/unit_of_token.h"

namespace grabr {

/// Valid as long as the tree does not change.
class Definitions {
 public:
  explicit Definitions(TreeEditor& work);

  enum class Used : std::uint8_t { kNowhere, kAfter, kBefore };
  /// Where the names that these parts define are used, outside of all of them.
  Used used_outside(std::span<const NodeId> parts) const;
  /// Edits that leave out these parts, none inside another, and the uses of what they define.
  std::vector<Edit> leave_out_with_uses(std::span<const NodeId> parts) const;

 private:
  void add(const std::vector<NodeId>& tokens);
  void add_patterns();
  NodeId least_deep(std::span<const NodeId> tokens) const;

  TreeEditor& work_;
  TokenNumbers order_;                                    ///< the number of a token in the text
  TokenNumbers depth_;                                    ///< the number of nodes around a token
  UnitOfToken elements_;                                  ///< of the main list
  std::unordered_map<NodeId, std::vector<NodeId>> uses_;  ///< by the token that defines the name
};

/// `alone`, a list of these units, with a second way to delete units that define names used outside
/// of them: together with these uses. The way that has more often worked for such units is tried
/// first, and the other one only if it works often enough.
RemovableList with_uses(TreeWork& work, std::vector<NodeId> units, RemovableList alone);

}  // namespace grabr
