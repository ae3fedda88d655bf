// A grammar and a text: the tokens and what is skipped between them are the text, in order and
// without a gap, up to the first place where no terminal matches.
#include <cstdint>
#include <string>

#include "fuzz/fuzz_input.h"
#include "grammar/lex/lexer.h"
#include "parse/tokens/tokenize.h"

namespace grabr::fuzz {
namespace {

void check_cover(const Grammar& grammar, std::string_view text, const Tokens& tokens) {
  std::uint32_t at = 0;
  for (const Token& token : tokens.tokens) {
    require(token.skipped.begin == at, "skipped text begins where the token before ends");
    require(token.skipped.end == token.text.begin, "a token begins where skipped text ends");
    require(token.text.end > token.text.begin, "a token has a text");
    require(token.terminal < grammar.symbols.size() && grammar.symbols[token.terminal].terminal() &&
                grammar.symbols[token.terminal].kind != SymbolKind::kSkip,
            "a token is of a terminal");
    at = token.text.end;
  }
  require(tokens.skipped_at_end.begin == at, "the last skipped text begins at the last token");
  const std::uint32_t end = tokens.stuck_at.value_or(static_cast<std::uint32_t>(text.size()));
  require(tokens.skipped_at_end.end == end, "nothing is left over");
  if (tokens.stuck_at) require(end < text.size(), "stuck before the end");
}

/// The shortest text of each terminal is one token of that terminal.
void check_shortest(const Grammar& grammar) {
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    const std::string text = grammar.lexer->shortest_text(s);
    if (text.empty()) continue;
    const Match match = grammar.lexer->match(text, 0);
    require(match.length == text.size() && match.terminals[0] == s, "the shortest text matches");
  }
}

}  // namespace
}  // namespace grabr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grabr;
  const fuzz::TimeLimit limit;
  const auto input = fuzz::read_input(data, size);
  if (!input || input->grammar->lexer == nullptr) return 0;
  const Tokens tokens = tokenize(*input->grammar, input->text);
  fuzz::check_cover(*input->grammar, input->text, tokens);
  if (tokens.stuck_at) {
    fuzz::require(input->grammar->lexer->match(input->text, *tokens.stuck_at).length == 0,
                  "nothing matches where the lexer is stuck");
  }
  if (!input->shipped) fuzz::check_shortest(*input->grammar);
  return 0;
}
