// The text of a BookTree with some of its subtrees replaced, put together from pieces of the text
// of the whole.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/literature/unfolding.h"

namespace grabr {

/// What a replacement is made of: a subtree of the tree, or leaves that are not in it.
struct BookPiece {
  std::optional<PlaceId> place;
  std::span<const BookLeaf> leaves = {};
};

class BookText {
 public:
  /// `lexer` null: leaves follow each other as they are. Else, where two leaves meet that were not
  /// neighbours in the original, the shortest of what was skipped before the second one, " " and
  /// "\n" that keeps the lexer from reading them otherwise.
  /// All arguments must outlive this.
  BookText(const BookTree& tree, const Unfolding& unfolding, const Lexer* lexer);

  const std::string& whole() const { return whole_; }
  /// With each of `places` (left to right, none below another) replaced by the subtrees `parts`.
  std::string with(std::span<const PlaceId> places, std::span<const PlaceId> parts) const;
  /// With the subtree at `place` replaced.
  std::string with(PlaceId place, std::span<const BookPiece> pieces) const;
  /// The text of the subtree, without the skipped text before it.
  std::string_view text(PlaceId place) const;

 private:
  /// Leaves [first, end) of the unfolding.
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
  std::vector<std::size_t> end_;  // by leaf: where it ends in `whole_`
};

}  // namespace grabr
