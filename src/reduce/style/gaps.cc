#include "reduce/style/gaps.h"

#include <algorithm>

#include "grammar/lex/lexer.h"

namespace grabr {
namespace {

class GapReader {
 public:
  explicit GapReader(const Tree& tree) : tree_(tree) {
    gap_.begins_line = tree.grammar().layout.has_value();
  }

  Gaps read() {
    for (const NodeId id : preorder(tree_, tree_.root())) {
      if (tree_.is_token(id)) add(id);
    }
    close(kNoNode, static_cast<std::uint32_t>(tree_.text().size()));
    return std::move(found_);
  }

 private:
  void add(NodeId id) {
    const Grammar& grammar = tree_.grammar();
    const SymbolId symbol = tree_[id].symbol;
    if (grammar.layout && symbol == grammar.layout->indent) ++gap_.depth;
    if (grammar.layout && symbol == grammar.layout->dedent && gap_.depth > 0) --gap_.depth;
    if (grammar.automatic && symbol == grammar.automatic->token) gap_.ends_statement = true;
    if (tree_[id].text().size() == 0) return;
    close(id, tree_[id].text().begin);
    found_.tokens.push_back(id);
    gap_.left = id;
    gap_.span.begin = tree_[id].text().end;
    gap_.begins_line = grammar.layout && symbol == grammar.layout->newline;
    gap_.ends_statement = false;
  }

  void close(NodeId right, std::uint32_t end) {
    gap_.right = right;
    gap_.span.end = end;
    found_.gaps.push_back(gap_);
  }

  const Tree& tree_;
  Gaps found_;
  Gap gap_;
};

bool closes(const Tree& tree, NodeId token) {
  const std::string_view text = tree.token_text(token);
  return text == "}" || text == ")";
}

std::vector<NodeId> tokens_of(const Tree& tree) {
  std::vector<NodeId> tokens;
  const auto is_automatic = [&](NodeId id) {
    return tree.grammar().automatic && tree[id].symbol == tree.grammar().automatic->token;
  };
  for (const NodeId id : preorder(tree, tree.root())) {
    if (!tree.is_token(id)) continue;
    if (closes(tree, id) && !tokens.empty() && is_automatic(tokens.back())) tokens.pop_back();
    tokens.push_back(id);
  }
  return tokens;
}

}  // namespace

Gaps gaps_of(const Tree& tree) { return GapReader(tree).read(); }

std::string with_gaps(const Tree& tree, const Gaps& gaps, std::span<const std::string> texts) {
  std::string text;
  for (std::size_t i = 0; i < gaps.tokens.size(); ++i) {
    text += texts[i];
    text += tree.token_text(gaps.tokens[i]);
  }
  return text += texts.back();
}

std::vector<std::string_view> skipped_pieces(const Grammar& grammar, std::string_view skipped) {
  std::vector<std::string_view> pieces;
  for (std::size_t at = 0; at < skipped.size();) {
    const std::size_t found = grammar.lexer->match(skipped, at).length;
    const std::size_t length = found == 0 ? skipped.size() - at : found;
    pieces.push_back(skipped.substr(at, length));
    at += length;
  }
  return pieces;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

bool ends_statement(const Tree& tree, const Gap& gap) {
  return gap.ends_statement && (gap.right == kNoNode || !closes(tree, gap.right));
}

bool same_tokens(const Tree& left, const Tree& right) {
  const std::vector<NodeId> ours = tokens_of(left);
  const std::vector<NodeId> others = tokens_of(right);
  return std::equal(
      ours.begin(), ours.end(), others.begin(), others.end(), [&](NodeId a, NodeId b) {
        return left[a].symbol == right[b].symbol && left.token_text(a) == right.token_text(b);
      });
}

}  // namespace grabr
