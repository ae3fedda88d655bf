#include "reduce/tree_work.h"

#include <utility>
#include <variant>

#include "parse/partial.h"
#include "parse/tokens.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {

TreeWork::TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
                   bool partial)
    : session_(session),
      parser_(parser),
      analysis_(analysis),
      tree_(std::move(tree)),
      partial_(partial) {}

Candidate TreeWork::candidate(std::span<const Edit> edits, std::string words) const {
  return {print(tree_, edits), std::move(words)};
}

bool TreeWork::try_edits(std::span<const Edit> edits, std::string words) {
  Candidate edited = candidate(edits, std::move(words));
  if (!session_.fails(std::move(edited.text), std::move(edited.edit))) return false;
  tree_.apply(edits);
  return true;
}

void TreeWork::reparse() {
  ParseResult result = parser_.parse(session_.best());
  if (std::holds_alternative<Tree>(result)) {
    tree_ = list_view(std::get<Tree>(result));
  } else if (partial_) {
    tree_ = list_view(parse_partially(parser_, session_.best()).tree);
  }
}

NodeId TreeWork::add_text(std::string_view text) {
  if (grammar().notation == Notation::kClassic) return tree_.add_new_token(kNoSymbol, text);
  std::vector<NodeId> tokens;
  for (const Token& token : tokenize(grammar(), text).tokens) {
    // The text is a part of a line, or whole lines: indentation and a missing line end mean
    // nothing.
    if (token.text.size() == 0) continue;
    tokens.push_back(
        tree_.add_new_token(token.terminal, text.substr(token.text.begin, token.text.size())));
  }
  Node group;
  group.kind = NodeKind::kGroup;
  return tree_.add_node(group, tokens);
}

std::vector<std::uint32_t> TreeWork::weights() const {
  std::vector<std::uint32_t> weights(tree_.size());
  const std::vector<NodeId> order = preorder(tree_, tree_.root());
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if (tree_[*it].kind == NodeKind::kToken) weights[*it] = tree_[*it].text.size() > 0 ? 1 : 0;
    for (const NodeId child : tree_.children(*it)) weights[*it] += weights[child];
  }
  return weights;
}

std::string node_name(const Tree& tree, NodeId id) {
  const SymbolId symbol = tree[id].symbol;
  return symbol == kNoSymbol ? "part" : tree.grammar().symbols[symbol].name;
}

}  // namespace grabr
