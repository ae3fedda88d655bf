#include "reduce/literature/fuzzingbook_text.h"

#include <utility>

#include "grammar/lex/lexer.h"

namespace grabr {
namespace {

bool prints(const BookLeaf& leaf) { return !leaf.text.empty() || !leaf.skipped.empty(); }

}  // namespace

/// Writes leaves one after another, with the separators that they need.
class BookText::Joiner {
 public:
  explicit Joiner(const BookText& text) : text_(text) {}

  void add(const BookLeaf& leaf) {
    if (!prints(leaf)) return;
    if (previous_ == nullptr || previous_->place.end == leaf.place.begin) out += leaf.skipped;
    else out += text_.between(*previous_, leaf);
    out += leaf.text;
    previous_ = &leaf;
  }

  /// Adds leaves that are neighbours in the whole text. Only the first may need another separator.
  void add(Leaves leaves) {
    while (leaves.first < leaves.end && !prints(text_.leaf(leaves.first))) ++leaves.first;
    if (leaves.first == leaves.end) return;
    while (!prints(text_.leaf(leaves.end - 1))) --leaves.end;
    add(text_.leaf(leaves.first));
    const std::size_t begin = text_.end_[leaves.first];
    out.append(text_.whole_, begin, text_.end_[leaves.end - 1] - begin);
    previous_ = &text_.leaf(leaves.end - 1);
  }

  std::string out;

 private:
  const BookText& text_;
  const BookLeaf* previous_ = nullptr;
};

BookText::BookText(const BookTree& tree, const Unfolding& unfolding, const Lexer* lexer)
    : tree_(tree), unfolding_(unfolding), lexer_(lexer) {
  Joiner joiner(*this);
  for (std::uint32_t i = 0; i < unfolding.leaves().size(); ++i) {
    joiner.add(leaf(i));
    end_.push_back(joiner.out.size());
  }
  whole_ = std::move(joiner.out) + tree.text_at_end();
}

std::string BookText::with(std::span<const PlaceId> places, std::span<const PlaceId> parts) const {
  Joiner joiner(*this);
  std::uint32_t done = 0;
  for (const PlaceId place : places) {
    joiner.add({done, unfolding_[place].first_leaf});
    for (const PlaceId part : parts) {
      joiner.add({unfolding_[part].first_leaf, unfolding_[part].end_leaf});
    }
    done = unfolding_[place].end_leaf;
  }
  joiner.add({done, static_cast<std::uint32_t>(unfolding_.leaves().size())});
  return std::move(joiner.out) + tree_.text_at_end();
}

std::string BookText::with(PlaceId place, std::span<const BookPiece> pieces) const {
  Joiner joiner(*this);
  joiner.add({0, unfolding_[place].first_leaf});
  for (const BookPiece& piece : pieces) {
    if (piece.place) {
      joiner.add({unfolding_[*piece.place].first_leaf, unfolding_[*piece.place].end_leaf});
    }
    for (const BookLeaf& leaf : piece.leaves) joiner.add(leaf);
  }
  joiner.add({unfolding_[place].end_leaf, static_cast<std::uint32_t>(unfolding_.leaves().size())});
  return std::move(joiner.out) + tree_.text_at_end();
}

std::string_view BookText::text(PlaceId place) const {
  std::uint32_t first = unfolding_[place].first_leaf;
  const std::uint32_t end = unfolding_[place].end_leaf;
  while (first < end && !prints(leaf(first))) ++first;
  if (first == end) return {};
  const std::size_t begin = end_[first] - leaf(first).text.size();
  return std::string_view(whole_).substr(begin, end_[end - 1] - begin);
}

std::string_view BookText::between(const BookLeaf& left, const BookLeaf& right) const {
  const std::string_view skipped = right.skipped;
  if (lexer_ == nullptr) return skipped;
  for (const std::string_view text : {skipped, std::string_view(" "), std::string_view("\n")}) {
    if (lexer_->separate(left.text, text, right.text)) return text;
  }
  return skipped;
}

}  // namespace grabr
