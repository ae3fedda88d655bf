// The replacements that GRABR tries for a node: smaller trees of the same symbol, made of the
// node's own parts, in the book's order and on demand.
#pragma once

#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "reduce/literature/alternates.h"

namespace grabr {

/// An existing subtree, or a new node over subtrees.
struct Reduction {
  bool new_node = false;
  std::vector<PlaceId> parts;  ///< the subtree; or the new node's children
};

/// First the subtrees of the name in pre-order, then the alternate expansions; equal trees only
/// once.
class Reductions {
 public:
  /// The reductions of the node at `place` to trees named `name`. `unfolding` and `grammar` must
  /// outlive this object.
  Reductions(const Unfolding& unfolding, const BookGrammar& grammar, PlaceId place, BookName name,
             SearchOptions options);

  std::optional<Reduction> next();

 private:
  std::optional<Reduction> next_with_duplicates();
  Hash128 shape(const Reduction& reduction) const;

  const Unfolding& unfolding_;
  const BookGrammar& grammar_;
  PlaceId place_;
  BookName name_;
  SearchOptions options_;
  std::span<const PlaceId> subtrees_;
  std::size_t next_subtree_ = 0;
  std::optional<Alternates> alternates_;  // made when the subtrees are used up
  std::unordered_set<Hash128> seen_;
};

}  // namespace grabr
