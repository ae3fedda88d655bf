// A BookTree seen from the root: a shared subtree appears at each of its places. It answers the
// books' queries about subtrees without a walk. It is a snapshot, valid until the tree changes.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "reduce/literature/fuzzingbook_tree.h"
#include "text/hash.h"

namespace grabr {

/// An index into the unfolding's places, which are in pre-order: the places below p are p+1 …
/// p+nodes-1.
using PlaceId = std::uint32_t;

struct Place {
  BookNode node = 0;
  BookName name = 0;
  std::uint32_t depth = 0;       ///< 0 for the root
  std::uint32_t nodes = 1;       ///< number of nodes, itself included
  std::uint32_t height = 1;      ///< number of levels, its own included
  std::uint32_t first_leaf = 0;  ///< leaves [first_leaf, end_leaf) are below it (or it)
  std::uint32_t end_leaf = 0;
  Hash128 shape;  ///< equal trees have equal shapes
};

class Unfolding {
 public:
  explicit Unfolding(const BookTree& tree);

  const Place& operator[](PlaceId place) const { return places_[place]; }
  std::size_t size() const { return places_.size(); }
  /// The leaves, left to right.
  std::span<const BookNode> leaves() const { return leaves_; }

  /// The first place of a node of the tree.
  PlaceId first_place(BookNode node) const { return first_place_[node]; }
  /// All places of child number `index` of `parent`, left to right; none is below another.
  std::vector<PlaceId> child_places(BookNode parent, std::size_t index) const;
  /// Subtrees of that name below `place`, in pre-order. depth -1: at any depth; 0: none; d: exactly
  /// d levels down.
  std::span<const PlaceId> subtrees(PlaceId place, BookName name, int depth) const;

 private:
  void list_places(const BookTree& tree);
  void measure();
  void index(std::size_t tree_size, std::size_t name_count);
  PlaceId child_place(PlaceId place, std::size_t index) const;

  std::vector<Place> places_;
  std::vector<BookNode> leaves_;
  std::vector<PlaceId> first_place_;  // by node
  std::vector<PlaceId> next_place_;   // by place: the next one of the same node
  std::vector<std::vector<PlaceId>> named_;
  std::unordered_map<std::uint64_t, std::vector<PlaceId>> named_at_depth_;
};

/// The shape of a tree whose root has that name and whose subtrees have those shapes.
Hash128 shape_of(BookName name, std::span<const Hash128> children);

}  // namespace grabr
