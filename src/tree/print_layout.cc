// When read again, the text must give the same tokens: a line's indentation must match the number
// of open INDENTs, and no line end may appear between the tokens of a line.
//
// Each open level has its white space in the printed text. A new level uses what its INDENT had in
// the parsed text if that is deeper than the enclosing level, otherwise that much more than the
// enclosing level. A line keeps its own white space if it has the columns of its level, otherwise
// it gets its level's. So an unedited text is printed unchanged, and a block that moved is
// re-indented line by line. Within a line a token may come from inside brackets, where its skipped
// text contained line ends; outside brackets it is replaced by the shortest text that keeps the
// tokens separate. A line end missing from the file's last line is written as soon as anything
// follows.
//
// Not done: white space in comments and in multi-line tokens is kept as it was. Tested by
// print_layout_test.cc.
#include "tree/print_layout.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/lex/indentation.h"
#include "grammar/lex/lexer.h"
#include "tree/between.h"

namespace grabr {
namespace {

class LinePrinter {
 public:
  LinePrinter(const Tree& tree, bool with_first_skipped)
      : tree_(tree), layout_(*tree.grammar().layout), skip_first_(!with_first_skipped) {}

  void add(const Piece& piece) {
    if (!piece.whole) return add(piece.first);
    const PieceEnd begin = begin_of(tree_, piece, layout_.newline);
    const PieceEnd end = end_of(tree_, piece, layout_.newline);
    if (!begin.passed && stays(begin.token, end.token)) return add_unchanged(begin.token, end);
    for (const NodeId id : tokens_in(tree_, piece)) add(id);
  }

  std::string take() { return std::move(text_); }

 private:
  void add(NodeId id) {
    const Node& node = tree_[id];
    if (node.symbol == layout_.indent) {
      begin_level(node.text().begin);
    } else if (node.symbol == layout_.dedent) {
      if (levels_.size() > 1) levels_.pop_back();
    } else if (node.symbol == layout_.newline) {
      end_line(id);
    } else if (node.text().size() > 0 || node.skipped().size() > 0) {
      add_token(id);
    }
  }

  void end_line(NodeId id) {
    if (tree_[id].text().size() == 0) {
      owes_line_end_ = true;
    } else {
      text_ += gap(id);
      text_ += tree_.token_text(id);
      previous_ = id;
    }
    in_line_ = false;
  }

  void add_token(NodeId id) {
    if (in_line_) {
      const std::string_view skipped = gap(id);
      const bool breaks = depth_ == 0 && has_line_end(skipped);
      text_ += breaks ? on_one_line(id) : skipped;
    } else {
      begin_line(id);
    }
    text_ += tree_.token_text(id);
    const SymbolId symbol = tree_[id].symbol;
    for (const auto& [open, close] : layout_.brackets) {
      if (symbol == open) ++depth_;
      if (symbol == close && depth_ > 0) --depth_;
    }
    in_line_ = true;
    previous_ = id;
  }

  /// Does the text of a whole piece stay the same here? It does if it has no line end, or if its
  /// first line has the required columns, and then so do the others.
  bool stays(NodeId begin, NodeId end) const {
    if (begin == kNoNode || tree_[begin].symbol == layout_.newline) return false;
    const std::string_view text = text_from(begin, end);
    if (text.find_first_of("\n\r") == text.npos) return true;
    if (in_line_ || text.find('\r') != text.npos) return false;
    const std::optional<Span> white = white_before(begin);
    return white && columns_of(tree_.slice(*white)) == columns_of(levels_.back());
  }

  void add_unchanged(NodeId begin, const PieceEnd& end) {
    const std::uint32_t depth = depth_;
    add_token(begin);
    depth_ = depth;
    text_ += text_from(begin, end.token).substr(tree_.token_text(begin).size());
    previous_ = end.token;
    if (end.passed) owes_line_end_ = true;
    in_line_ = !end.passed && tree_[end.token].symbol != layout_.newline;
  }

  std::string_view text_from(NodeId begin, NodeId end) const {
    return tree_.slice({tree_[begin].text().begin, tree_[end].text().end});
  }

  /// The white space of the token's line, if the token began one.
  std::optional<Span> white_before(NodeId id) const {
    const Span skipped = tree_[id].skipped();
    if (!began_line(skipped)) return std::nullopt;
    return find_indentation(*tree_.grammar().lexer, tree_.slice({0, skipped.end}), skipped);
  }

  void begin_line(NodeId id) {
    if (owes_line_end_) text_ += '\n';
    owes_line_end_ = false;
    const Span skipped = tree_[id].skipped();
    const std::optional<Span> white = white_before(id);
    if (skip_first_ && text_.empty()) return;
    if (levels_.size() == 1 && text_.empty() && skipped.begin == 0) {
      text_ += tree_.slice(skipped);  // in a partial tree, the indentation may be wrong
      return;
    }
    if (!white) {
      text_ += levels_.back();
      return;
    }
    const std::string_view own = tree_.slice(*white);
    const bool fits = columns_of(own) == columns_of(levels_.back());
    text_ += tree_.slice({skipped.begin, white->begin});
    text_ += fits ? own : std::string_view(levels_.back());
    text_ += tree_.slice({white->end, skipped.end});
  }

  /// Was the preceding text a line end, so that the skipped text begins a line?
  bool began_line(Span skipped) const {
    return skipped.begin == 0 || tree_.slice({skipped.begin - 1, skipped.begin}) == "\n";
  }

  /// `from`: the place of the INDENT in the tree's text.
  void begin_level(std::uint32_t from) {
    const std::string_view text = tree_.text();
    const std::string_view white = tree_.slice(find_indentation(tree_.grammar(), text, from));
    const std::string around = levels_.back();
    if (columns_of(white).deeper_than(columns_of(around))) {
      levels_.emplace_back(white);
    } else {
      levels_.push_back(around + (white.empty() ? "    " : std::string(white)));
    }
  }

  std::string_view gap(NodeId id) const {
    if (previous_ == kNoNode) return {};
    const bool neighbours = tree_[id].skipped().begin == tree_[previous_].text().end;
    return neighbours ? tree_.slice(tree_[id].skipped()) : text_between(tree_, previous_, id);
  }

  /// Has skipped text a line end outside the skipped tokens in it?
  bool has_line_end(std::string_view skipped) const {
    for (std::size_t at = 0; at < skipped.size();) {
      if (line_end_at(skipped, at) > 0) return true;
      at += std::max<std::size_t>(1, tree_.grammar().lexer->match(skipped, at).length);
    }
    return false;
  }

  std::string_view on_one_line(NodeId id) const {
    const Lexer& lexer = *tree_.grammar().lexer;
    return lexer.separate(tree_.token_text(previous_), "", tree_.token_text(id)) ? "" : " ";
  }

  const Tree& tree_;
  const Layout& layout_;
  bool skip_first_;
  std::string text_;
  std::vector<std::string> levels_{std::string()};  // white space of the open levels
  std::uint32_t depth_ = 0;                         // open brackets
  bool in_line_ = false;
  bool owes_line_end_ = false;
  NodeId previous_ = kNoNode;
};

}  // namespace

std::string print_lines(const Tree& tree, std::span<const Piece> pieces, bool with_first_skipped) {
  LinePrinter printer(tree, with_first_skipped);
  for (const Piece& piece : pieces) printer.add(piece);
  return printer.take();
}

}  // namespace grabr
