// Tested by tests/reduce/choices_test.cc.
#include "reduce/literature/choice_text.h"

#include <algorithm>
#include <utility>

#include "tree/print.h"

namespace grabr {
namespace {

/// An equal token is looked for this far ahead, past tokens that may have been deleted.
constexpr std::size_t kMaxTokensPassedOver = 4096;

bool equal(const Tree& tree, NodeId id, const YieldToken& token) {
  return tree[id].symbol == token.terminal && tree.token_text(id) == token.text;
}

}  // namespace

void ChoicePrinter::keep_layout(const Tree& tree) {
  like_.emplace(grammar_, std::string(tree.text()));
  like_->set_root(kNoNode, tree.skipped_at_end());
  tokens_.clear();
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    if (node.kind != NodeKind::kToken) continue;
    tokens_.push_back(like_->add_token(node.symbol, node.skipped(), node.text()));
  }
}

std::string ChoicePrinter::print(std::span<const YieldToken> tokens) const {
  Tree tree = like_ ? *like_ : Tree(grammar_, std::string());
  std::vector<NodeId> leaves;
  std::size_t next = 0;
  for (const YieldToken& token : tokens) {
    std::size_t at = next;
    const std::size_t end = std::min(tokens_.size(), next + kMaxTokensPassedOver);
    while (at < end && !equal(tree, tokens_[at], token)) ++at;
    const bool found = at < end;
    if (found) next = at + 1;
    leaves.push_back(found ? tokens_[at] : tree.add_new_token(token.terminal, token.text));
  }
  Node group;
  group.kind = NodeKind::kGroup;
  tree.set_root(tree.add_node(group, leaves), tree.skipped_at_end());
  return grabr::print(tree);
}

}  // namespace grabr
