// The text of a BookTree with some of its subtrees replaced, made of pieces of the whole text.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/literature/unfolding.h"

namespace grabr {

/// A piece of a replacement: a subtree of the tree, or new leaves.
struct BookPiece {
  std::optional<PlaceId> place;
  std::span<const BookLeaf> leaves = {};
};

class BookText {
 public:
  /// If `lexer` is null, leaves follow each other unchanged. Otherwise leaves that were not
  /// neighbours in the original are separated if the lexer would read them differently: by the
  /// shortest sufficient of " ", "\n" and the second leaf's skipped text. All arguments must
  /// outlive this object.
  BookText(const BookTree& tree, const Unfolding& unfolding, const Lexer* lexer);

  const std::string& whole() const { return whole_; }
  /// The text with each of `places` (left to right, none below another) replaced by the subtrees
  /// `parts`.
  std::string with(std::span<const PlaceId> places, std::span<const PlaceId> parts) const;
  /// The text with the subtree at `place` replaced.
  std::string with(PlaceId place, std::span<const BookPiece> pieces) const;
  /// The text of the subtree, without the skipped text before it.
  std::string_view text(PlaceId place) const;

 private:
  /// A range of leaves of the unfolding, [first, end).
  struct Leaves {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  class Joiner;
  const BookLeaf& leaf(std::uint32_t index) const { return tree_.leaf(unfolding_.leaves()[index]); }
  std::string_view between(const BookLeaf& left, const BookLeaf& right) const;

  const BookTree& tree_;
  const Unfolding& unfolding_;
  const Lexer* lexer_;
  std::string whole_;
  std::vector<std::size_t> end_;  // by leaf: its end in `whole_`
};

}  // namespace grabr
