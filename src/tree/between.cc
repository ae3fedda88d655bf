#include "tree/between.h"

#include "grammar/lexer.h"

namespace grabr {

std::string_view text_between(const Tree& tree, NodeId left, NodeId right) {
  const std::string_view skipped = tree.slice(tree[right].skipped);
  const Lexer* lexer = tree.grammar().lexer.get();
  if (lexer == nullptr) return skipped;
  const SymbolId symbol = tree[right].symbol;
  if (symbol != kNoSymbol && tree.grammar().symbols[symbol].immediate) return {};
  for (const std::string_view text : {skipped, std::string_view(" "), std::string_view("\n")}) {
    if (lexer->separate(tree.token_text(left), text, tree.token_text(right))) return text;
  }
  return skipped;
}

}  // namespace grabr
