// Finds ways to inline a name: to replace its uses by copies of a subtree of its definition.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reduce/pass/following_lists.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

struct Inlining {
  enum class Way : std::uint8_t { kAlone, kWithFollowing, kUnwrapped };

  Way way = Way::kAlone;          ///< kWithFollowing also replaces the tokens after each use
  bool whole = false;             ///< no other candidate for `by` is around it
  NodeId definition = kNoNode;    ///< the part to delete; with kUnwrapped, to replace by `rest`
  NodeId rest = kNoNode;          ///< kUnwrapped: a part of `definition` with all uses
  std::vector<NodeId> uses = {};  ///< the uses that are not deleted with the definition
  NodeId by = kNoNode;            ///< the subtree of the definition that replaces the uses
  std::uint32_t freed = 0;        ///< tokens, at least one
  std::optional<Hash128> question = {};
};

/// The inlinings of the names of a tree. Valid while the tree does not change.
class Inlinings {
 public:
  explicit Inlinings(TreeWork& work);

  const std::vector<Name>& names() const { return names_; }
  /// A few inlinings of each way, those that free most first, without those in the negative cache.
  std::vector<Inlining> of(const Name& name) const;

 private:
  std::vector<Inlining> forms(const Name& name, Inlining::Way way) const;
  std::vector<NodeId> definitions(const Name& name, Inlining::Way way) const;
  bool defines_only(NodeId part, const Name& name) const;
  std::vector<Inlining> wrappers(const Name& name) const;
  NodeId rest_of(NodeId wrapper, const Name& name) const;
  bool defined_in(NodeId node, const Inlining& form) const;
  void add(const Name& name, const Inlining& form, std::vector<Inlining>& found) const;
  std::vector<NodeId> uses_outside(const Name& name, const Inlining& form) const;
  NodeId node_begun_by(NodeId token) const;
  bool has_name(NodeId node, const Name& name) const;
  std::vector<NodeId> fitting_places(NodeId by, const std::vector<NodeId>& uses) const;

  TreeWork& work_;
  std::vector<Name> names_;
  FollowingLists places_;
  std::vector<std::uint32_t> last_;  ///< by token index: the last use of the name that begins there
};

}  // namespace grabr
