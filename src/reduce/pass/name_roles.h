// Finds names that stand in the same kinds of places, so that one may replace the other.
#pragma once

#include <cstddef>
#include <vector>

#include "reduce/pass/name_closures.h"

namespace grabr {

/// The places of the names of a tree. Valid while the tree does not change.
class NameRoles {
 public:
  NameRoles(const Tree& tree, const NameClosures& names);

  /// The names of the same terminal that stand in places most like that of `token`, at most `most`
  /// of them. The best are those that share the longest chain of rules made of the name alone (a
  /// type's name, not just any name), and of these the most frequent. Only names that first occur
  /// outside of `gone`.
  std::vector<std::size_t> like(NodeId token, std::size_t number, NodeId gone,
                                std::size_t most) const;

 private:
  /// The terminal and the rules around it that are made of this token alone, upwards.
  using Chain = std::vector<SymbolId>;

  const Tree& tree_;
  const NameClosures& names_;
  std::vector<std::vector<Chain>> chains_;  ///< by name: its different chains

  static Chain chain_of(const Tree& tree, NodeId token);
};

}  // namespace grabr
