// When read again, the text must give the same tokens (parse/tokens/context_lexer.h): an automatic
// token must be followed by a line end or by a token before which none is needed; and where the
// tree has no automatic token, no line end may create one.
//
//   a ⏎ x ⏎ b   without x, AUTO of x kept:      a ⏎ b      the skipped text of b has the line end
//   if (a) { x } y ⏎   without the braces:      if (a) x ⏎ y      x's AUTO needed none before '}'
//   return ⏎ (b)   without the AUTO:            return (b)
//
// Tokens that were adjacent in the parsed text, with an automatic token between them exactly if
// there was one, are printed unchanged. Whether the next token could also be read without the
// automatic one (a ⏎ (b) is a call) is for the parser to decide: such a text has a different tree.
//
// Tested by print_line_ends_test.cc.
#include "tree/print_line_ends.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "grammar/lex/lexer.h"
#include "grammar/model/line_ends.h"
#include "tree/between.h"

namespace grabr {
namespace {

class LineEndPrinter {
 public:
  LineEndPrinter(const Tree& tree, bool with_first_skipped)
      : tree_(tree), automatic_(*tree.grammar().automatic), skip_first_(!with_first_skipped) {}

  void add(const Piece& piece) {
    if (!piece.whole) return add_token(piece.first);
    const PieceEnd begin = begin_of(tree_, piece, automatic_.token);
    owes_line_end_ |= begin.passed;
    if (begin.token == kNoNode) return;
    const PieceEnd end = end_of(tree_, piece, automatic_.token);
    add(begin.token, end.token);
    owes_line_end_ = end.passed;
  }

  std::string take() { return std::move(text_); }

 private:
  void add_token(NodeId id) {
    const Node& node = tree_[id];
    if (node.symbol == automatic_.token) owes_line_end_ = true;
    else if (node.text().size() > 0 || node.skipped().size() > 0) add(id, id);
  }

  /// Adds tokens with everything between them.
  void add(NodeId first, NodeId last) {
    if (previous_ != kNoNode) add_gap(first);
    else if (!skip_first_) text_ += tree_.slice(tree_[first].skipped());
    text_ += tree_.slice({tree_[first].text().begin, tree_[last].text().end});
    previous_ = last;
    owes_line_end_ = false;
  }

  void add_gap(NodeId id) {
    const bool side_by_side = tree_[id].skipped().begin == tree_[previous_].text().end;
    const std::string_view gap =
        side_by_side ? tree_.slice(tree_[id].skipped()) : text_between(tree_, previous_, id);
    const bool ends_line = has_line_end(gap);
    if (owes_line_end_) {
      if (!ends_line && !is_among(automatic_.before, tree_[id].symbol)) text_ += '\n';
      text_ += gap;
    } else if (ends_line && would_end_line(id) && !(side_by_side && had_none_behind(previous_))) {
      text_ += ' ';
    } else {
      text_ += gap;
    }
  }

  /// Could a line end before this token become an automatic token, even if other tokens fit?
  bool would_end_line(NodeId id) const {
    return ends_line_between(automatic_, tree_[previous_].symbol, tree_[id].symbol);
  }

  /// Did no automatic token follow `left` in the parsed text?
  bool had_none_behind(NodeId left) {
    if (!automatic_places_) automatic_places_ = find_automatic_places();
    return !std::binary_search(automatic_places_->begin(), automatic_places_->end(),
                               tree_[left].text().end);
  }

  /// Places of automatic tokens in the parsed text, ascending.
  std::vector<std::uint32_t> find_automatic_places() const {
    std::vector<std::uint32_t> places;
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const Node& node = tree_[id];
      if (node.symbol == automatic_.token && node.kind == NodeKind::kToken) {
        places.push_back(node.text().begin);
      }
    }
    std::sort(places.begin(), places.end());
    return places;
  }

  const Tree& tree_;
  const AutomaticToken& automatic_;
  bool skip_first_;
  std::string text_;
  NodeId previous_ = kNoNode;
  std::optional<std::vector<std::uint32_t>> automatic_places_;  // made on demand
  bool owes_line_end_ = false;  // an automatic token still lacks its line end
};

}  // namespace

std::string print_line_ends(const Tree& tree, std::span<const Piece> pieces,
                            bool with_first_skipped) {
  LineEndPrinter printer(tree, with_first_skipped);
  for (const Piece& piece : pieces) printer.add(piece);
  return printer.take();
}

}  // namespace grabr
