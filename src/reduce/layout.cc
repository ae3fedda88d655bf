#include "reduce/layout.h"

namespace grabr {
namespace {

std::string tidy(std::string_view skipped) {
  if (skipped.empty()) return "";
  const std::size_t line_end = skipped.rfind('\n');
  if (line_end == std::string_view::npos) return " ";
  const std::string_view indent = skipped.substr(line_end);
  return indent.find_first_not_of("\n \t") == std::string_view::npos ? std::string(indent) : "\n";
}

std::string tidy_text(const Tree& tree) {
  std::string text;
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    if (node.kind != NodeKind::kToken) continue;
    if (!text.empty()) text += tidy(tree.slice(node.skipped));
    text += tree.slice(node.text);
  }
  const bool ends_line = tree.slice(tree.skipped_at_end()).find('\n') != std::string_view::npos;
  return ends_line ? text + "\n" : text;
}

}  // namespace

bool tidy_layout(TreeWork& work) {
  if (work.grammar().notation == Notation::kClassic || work.tree().root() == kNoNode) return false;
  work.reparse();
  std::string text = tidy_text(work.tree());
  if (text.size() >= work.session().best().size()) return false;
  if (!work.partial() && !work.parser().accepts(text)) return false;
  return work.session().fails(std::move(text), "comments and blank lines");
}

}  // namespace grabr
