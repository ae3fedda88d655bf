#include "reduce/layout.h"

#include "grammar/indentation.h"
#include "reduce/gaps.h"

namespace grabr {
namespace {

std::string tidy(std::string_view skipped) {
  if (skipped.empty()) return "";
  const std::size_t line_end = skipped.rfind('\n');
  if (line_end == std::string_view::npos) return " ";
  const std::string_view indent = skipped.substr(line_end);
  return indent.find_first_not_of("\n \t") == std::string_view::npos ? std::string(indent) : "\n";
}

std::string tidy_gap(const Tree& tree, const Gap& gap) {
  const Grammar& grammar = tree.grammar();
  const std::string_view skipped = tree.slice(gap.span);
  if (gap.right == kNoNode) {
    const bool ends_line = !gap.begins_line && skipped.find('\n') != std::string_view::npos;
    return ends_line ? "\n" : "";
  }
  if (gap.left == kNoNode) return "";
  if (gap.begins_line) {
    const std::string_view text = tree.slice({0, tree.text_size()});
    return std::string(tree.slice(find_indentation(*grammar.lexer, text, gap.span)));
  }
  const bool ends_line = grammar.layout && tree[gap.right].symbol == grammar.layout->newline;
  return ends_line ? "" : tidy(skipped);
}

std::string tidy_text(const Tree& tree) {
  const Gaps gaps = gaps_of(tree);
  std::vector<std::string> texts;
  for (const Gap& gap : gaps.gaps) texts.push_back(tidy_gap(tree, gap));
  return with_gaps(tree, gaps, texts);
}

}  // namespace

bool tidy_layout(TreeWork& work) {
  if (work.grammar().notation == Notation::kClassic || work.tree().root() == kNoNode) return false;
  work.reparse();
  // What should parse and does not has a tree of older bytes.
  const Tree& tree = work.tree();
  if (tree.slice({0, tree.text_size()}) != work.session().best()) return false;
  std::string text = tidy_text(tree);
  if (text.size() >= work.session().best().size()) return false;
  if (!work.partial() && !work.parser().accepts(text)) return false;
  return work.session().fails(std::move(text), "comments and blank lines");
}

}  // namespace grabr
