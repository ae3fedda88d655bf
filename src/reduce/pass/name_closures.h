// Computes the closure of a name, that is, the parts to delete together with it. Dependencies are
// guessed from the places where names occur.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reduce/pass/names.h"

namespace grabr {

/// The nodes that are not inside another of these nodes, each once.
std::vector<NodeId> outermost(const Tree& tree, std::vector<NodeId> nodes);

/// The names of a tree, numbered in order of their first tokens. The nodes stay valid as long as
/// only they are edited; nodes that are no longer in the tree are omitted from all results.
class NameClosures {
 public:
  explicit NameClosures(const TreeEditor& work);

  std::size_t size() const { return names_.size(); }
  const Name& name(std::size_t number) const { return names_[number]; }
  /// The units of a name: the smallest deletable part around each of its tokens; if there is none,
  /// the smallest part that can become smaller. In order, and each part once.
  const std::vector<NodeId>& units(std::size_t number) const { return units_[number]; }
  /// The name, and transitively all names whose first token is in one of the units; ascending.
  std::vector<std::size_t> closure(std::size_t number) const;
  /// The units of these names that are still in the tree, none inside another. Each is extended as
  /// far as it contains no further names.
  std::vector<NodeId> wide_units(std::span<const std::size_t> numbers) const;

 private:
  const TreeEditor& work_;
  std::vector<Name> names_;
  std::vector<std::vector<NodeId>> units_;
  std::vector<std::vector<NodeId>> wide_;
  std::vector<std::vector<std::size_t>> deletes_;  ///< by name: the names defined in its units

  NodeId unit_around(NodeId token, const std::vector<std::uint32_t>& weights) const;
  NodeId widen(NodeId unit, const std::vector<std::uint32_t>& different) const;
};

}  // namespace grabr
