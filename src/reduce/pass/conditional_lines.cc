#include "reduce/pass/conditional_lines.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "tree/print.h"

namespace grabr {

ConditionalWord conditional_word(std::string_view token) {
  if (token.size() < 3 || is_letter(token.front())) return ConditionalWord::kNone;
  const std::size_t at = token.find_first_not_of(" \t", 1);
  token.remove_prefix(std::min(at, token.size()));
  if (token.starts_with("endif")) return ConditionalWord::kCloses;
  if (token.starts_with("else") || token.starts_with("elif") || token.starts_with("elsif")) {
    return ConditionalWord::kDivides;
  }
  return token.starts_with("if") ? ConditionalWord::kOpens : ConditionalWord::kNone;
}

std::vector<std::vector<std::uint32_t>> conditionals_among(const Tree& tree,
                                                           std::span<const NodeId> nodes) {
  std::vector<std::vector<std::uint32_t>> found, open;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (tree.token_count(nodes[i]) != 1) continue;
    const ConditionalWord word = conditional_word(tree.token_text(tokens_of(tree, nodes[i])[0]));
    if (word == ConditionalWord::kOpens) open.emplace_back();
    if (word == ConditionalWord::kNone || open.empty()) continue;
    open.back().push_back(i);
    if (word != ConditionalWord::kCloses) continue;
    found.push_back(std::move(open.back()));
    open.pop_back();
  }
  return found;
}

}  // namespace grabr
