// A candidate is the text of its tree with some stretches replaced. A subtree without edits, whose
// tokens are contiguous in the tree's text, is copied as a whole (pieces.h). In a generic grammar's
// tree, a token that now begins a line gets the indentation of the line it was in; so does one,
// under the offside rule, if the token that began its line was removed. Tested by
// tests/tree/print_test.cc.
#include "tree/print.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tree/between.h"
#include "tree/pieces.h"
#include "tree/print_counts.h"
#include "tree/print_layout.h"
#include "tree/print_line_ends.h"

namespace grabr {
namespace {

/// The text of a candidate, as views of the tree's text.
class TextPrinter {
 public:
  TextPrinter(const Tree& tree, bool with_first_skipped)
      : tree_(tree),
        with_first_skipped_(with_first_skipped),
        offside_(tree.grammar().layout && tree.grammar().layout->offside) {}

  void add(const Piece& piece) {
    if (!piece.whole) return add(piece.first, piece.first);
    const NodeId first = begin_of(tree_, piece).token;
    if (first != kNoNode) add(first, end_of(tree_, piece).token);
  }
  void add_text(std::string_view text) { texts_.push_back(text); }
  /// Adds token by token, some with another text.
  void add(const Piece& piece, const std::map<NodeId, std::string>& texts) {
    for (const NodeId token : tokens_in(tree_, piece)) {
      add(token, token);
      const auto other = texts.find(token);
      if (other != texts.end()) texts_.back() = other->second;
    }
  }

  std::string text() const {
    std::size_t size = 0;
    for (const std::string_view text : texts_) size += text.size();
    std::string all;
    all.reserve(size);
    for (const std::string_view text : texts_) all += text;
    return all;
  }

 private:
  /// Adds tokens with everything between them.
  void add(NodeId first, NodeId last) {
    const Node& node = tree_[first];
    if (node.text().size() == 0 && node.skipped().size() == 0) return;
    if (begins_another_line(first)) {
      if (previous_ != kNoNode || with_first_skipped_) add_text(indentation(node));
    } else if (previous_ == kNoNode) {
      if (with_first_skipped_) add_text(tree_.slice(node.skipped()));
    } else if (node.skipped().begin == tree_[previous_].text().end) {
      add_text(tree_.slice(node.skipped()));
    } else if (takes_over_line(first)) {
      add_text("\n");
      add_text(indentation(node));
    } else {
      add_text(text_between(tree_, previous_, first));
    }
    add_text(tree_.slice({node.text().begin, tree_[last].text().end}));
    previous_ = last;
  }

  /// Does it begin a line because the text before it was removed? In an unknown language and under
  /// the offside rule, the blanks before it would then be read as indentation.
  bool begins_another_line(NodeId first) const {
    const std::size_t begin = tree_[first].skipped().begin;
    const bool generic = tree_.grammar().generic && tree_[first].skipped().size() > 0;
    if (!generic && !offside_) return false;
    if (previous_ == kNoNode) return begin > 0;
    const Span before = tree_[previous_].text();
    return begin != before.end && tree_.slice(before).ends_with('\n');
  }

  /// Offside: is what began its line removed, so that it begins the line now?
  bool takes_over_line(NodeId first) const {
    const Span between{tree_[previous_].text().end, tree_[first].text().begin};
    return offside_ && between.begin < between.end &&
           tree_.slice(tree_[first].skipped()).find('\n') == std::string_view::npos &&
           tree_.slice(between).find('\n') != std::string_view::npos;
  }

  /// The indentation of the line the token was in.
  std::string_view indentation(const Node& node) const {
    const std::string_view before = tree_.slice({0, node.text().begin});
    const std::uint32_t line_end = offside_ ? node.text().begin : node.skipped().begin;
    const std::size_t last_end = tree_.slice({0, line_end}).rfind('\n');
    const std::string_view line = before.substr(last_end == before.npos ? 0 : last_end + 1);
    return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
  }

  const Tree& tree_;
  bool with_first_skipped_;
  bool offside_;
  std::vector<std::string_view> texts_;
  NodeId previous_ = kNoNode;
};

/// Prints a whole tree, or a subtree.
std::string print_below(const Tree& tree, NodeId root, std::span<const Edit> edits, bool whole) {
  const Grammar& grammar = tree.grammar();
  const std::string_view at_end = whole ? tree.slice(tree.skipped_at_end()) : std::string_view();
  const std::vector<Piece> pieces = pieces_of(tree, root, edits);
  if (grammar.layout && !grammar.layout->offside) {
    return print_lines(tree, pieces, whole).append(at_end);
  }
  if (grammar.automatic) return print_line_ends(tree, pieces, whole).append(at_end);
  TextPrinter printer(tree, whole);
  const std::map<NodeId, std::string> counts = changed_counts(tree, pieces);
  for (const Piece& piece : pieces) {
    if (counts.empty()) printer.add(piece);
    else printer.add(piece, counts);
  }
  printer.add_text(at_end);
  return printer.text();
}

}  // namespace

std::string print(const Tree& tree, std::span<const Edit> edits) {
  return print_below(tree, tree.root(), edits, true);
}

std::string print_subtree(const Tree& tree, NodeId id) { return print_below(tree, id, {}, false); }

std::size_t count_tokens(const Tree& tree, NodeId id) {
  return id == kNoNode ? 0 : tree.token_count(id);
}

std::vector<std::uint32_t> token_weights(const Tree& tree) {
  std::vector<std::uint32_t> weights(tree.size());
  std::vector<NodeId> todo;
  if (tree.root() != kNoNode) todo.push_back(tree.root());
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    weights[id] = tree.token_count(id);
    const auto children = tree.children(id);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return weights;
}

}  // namespace grabr
