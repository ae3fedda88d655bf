// The uses of a name as copies of what stands where it is defined.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reduce/following_lists.h"
#include "reduce/names.h"

namespace grabr {

struct Inlining {
  bool with_following = false;   ///< each use with what follows it
  bool whole = false;            ///< `by` stands in nothing else that could be taken
  NodeId definition = kNoNode;   ///< a part that may go
  std::vector<NodeId> uses;      ///< none of them in the definition
  NodeId by = kNoNode;           ///< in the definition
  std::uint32_t freed = 0;       ///< tokens, at least one
  std::optional<Hash128> question;
};

/// Of the names of a tree. Good while it does not change.
class Inlinings {
 public:
  explicit Inlinings(TreeWork& work);

  const std::vector<Name>& names() const { return names_; }
  /// Those that free most first, at most kMaxAttempts, without those that have been answered.
  std::vector<Inlining> of(const Name& name) const;

 private:
  std::vector<NodeId> definitions(const Name& name) const;
  bool defines_only(NodeId part, const Name& name) const;
  void add(const Name& name, NodeId definition, bool with_following,
           std::vector<Inlining>& found) const;
  std::vector<NodeId> uses_outside(const Name& name, NodeId definition, bool with_following) const;
  NodeId with_what_follows(NodeId token) const;
  bool has_name(NodeId node, const Name& name) const;
  std::vector<NodeId> fitting_places(NodeId by, const std::vector<NodeId>& uses) const;

  TreeWork& work_;
  std::vector<Name> names_;
  FollowingLists places_;
  std::vector<std::uint32_t> last_;  ///< by place: where the name that occurs first there ends
};

}  // namespace grabr
