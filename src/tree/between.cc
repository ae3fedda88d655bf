#include "tree/between.h"

#include "grammar/lex/lexer.h"
#include "text/ascii.h"

namespace grabr {

std::string_view text_between(const Tree& tree, NodeId left, NodeId right) {
  const std::string_view skipped = tree.slice(tree[right].skipped());
  const Lexer* lexer = tree.grammar().lexer.get();
  if (lexer == nullptr) return skipped;
  const SymbolId symbol = tree[right].symbol;
  if (tree.grammar().symbols[symbol].immediate) return {};
  const std::string_view before = tree.token_text(left);
  const std::string_view after = tree.token_text(right);
  constexpr std::string_view kSpace = " ";
  for (const std::string_view text : {skipped, kSpace}) {
    if (lexer->separate(before, text, after)) return text;
  }
  if (tree.grammar().lexing == Lexing::kContextual) {
    // The text before `left` still ends with the context that made it this token. Between words,
    // white space suffices.
    for (const std::string_view text : {skipped, kSpace}) {
      if (text.empty() || (text == kSpace && !is_skipped(tree.grammar(), text))) continue;
      if (lexer->separate_as(tree[left].symbol, before, text, after)) return text;
    }
  }
  constexpr std::string_view kLineEnd = "\n";
  return lexer->separate(before, kLineEnd, after) ? kLineEnd : skipped;
}

bool are_words(const Tree& tree, NodeId left, NodeId right) {
  return is_word_byte(static_cast<unsigned char>(tree.token_text(left).back())) &&
         is_word_byte(static_cast<unsigned char>(tree.token_text(right).front()));
}

std::string_view shortest_between(const Tree& tree, NodeId left, NodeId right,
                                  std::string_view now) {
  const Grammar& grammar = tree.grammar();
  const Lexer* lexer = grammar.lexer.get();
  if (lexer == nullptr || now.empty()) return now;
  const std::string_view before = tree.token_text(left);
  const std::string_view after = tree.token_text(right);
  if (!are_words(tree, left, right) && lexer->separate(before, "", after)) return {};
  for (const std::string_view text : {std::string_view(" "), std::string_view("\n")}) {
    if (!is_skipped(grammar, text)) continue;
    if (lexer->separate(before, text, after)) return text;
    const bool in_context = grammar.lexing == Lexing::kContextual;
    if (in_context && lexer->separate_as(tree[left].symbol, before, text, after)) return text;
  }
  return now;
}

bool takes_rest_of_line(const Tree& tree, NodeId token) {
  const Lexer* lexer = tree.grammar().lexer.get();
  return lexer != nullptr && !lexer->separate(tree.token_text(token), " ", "x");
}

}  // namespace grabr
