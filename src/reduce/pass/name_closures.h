// What goes when a name goes, learnt from where names stand.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reduce/pass/names.h"

namespace grabr {

/// Of the nodes those that do not stand inside another of them, each once.
std::vector<NodeId> outermost(const Tree& tree, std::vector<NodeId> nodes);

/// The names of a tree by number, in order of their first tokens. Its nodes stay valid while only
/// edits of theirs are made; those that are in the tree no more are left out of all answers.
class NameClosures {
 public:
  explicit NameClosures(const TreeEditor& work);

  std::size_t size() const { return names_.size(); }
  const Name& name(std::size_t number) const { return names_[number]; }
  /// The smallest part around each of its tokens that may go; where nothing may, the smallest that
  /// can become less. In order, and several for tokens in one part are one.
  const std::vector<NodeId>& units(std::size_t number) const { return units_[number]; }
  /// The name and all whose first token is in a unit of one of these, ascending.
  std::vector<std::size_t> closure(std::size_t number) const;
  /// The units of all these names that are in the tree, none inside another; each as large as it
  /// may be without names in it that the smallest one has not.
  std::vector<NodeId> wide_units(std::span<const std::size_t> numbers) const;

 private:
  const TreeEditor& work_;
  std::vector<Name> names_;
  std::vector<std::vector<NodeId>> units_;
  std::vector<std::vector<NodeId>> wide_;
  std::vector<std::vector<std::size_t>> deletes_;  ///< names with their first token in its units

  NodeId unit_around(NodeId token, const std::vector<std::uint32_t>& weights) const;
  NodeId widen(NodeId unit, const std::vector<std::uint32_t>& different) const;
};

}  // namespace grabr
