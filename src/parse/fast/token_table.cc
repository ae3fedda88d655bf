#include "parse/fast/token_table.h"

#include "grammar/lex/lexer.h"
#include "parse/tokens/tokenize.h"
#include "parse/tokens/tokens.h"
#include "text/memory.h"

namespace grabr {

void TokenTable::forget_before(std::uint32_t token) {
  if (token == 0) return;
  terminals_read_.up_to(terminals.data(), token * sizeof(terminals[0]));
  begins_read_.up_to(begins.data(), token * sizeof(begins[0]));
  ends_read_.up_to(ends.data(), (token - 1) * sizeof(ends[0]));
}

TokenTable read_tokens(const Grammar& grammar, const EpsilonFreeGrammar& epsilon_free,
                       std::string_view text) {
  TokenTable table;
  table.symbols = &epsilon_free.lowered_of;
  // By symbol; skipped symbols have a number that no terminal has.
  constexpr std::uint16_t kSkipped = 0xffff;
  std::vector<std::uint16_t> terminal_of(grammar.symbols.size());
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    const bool skipped = grammar.symbols[s].kind == SymbolKind::kSkip;
    terminal_of[s] =
        skipped ? kSkipped : static_cast<std::uint16_t>(epsilon_free.epsilon_free_of[s]);
  }
  const std::size_t guess = text.size() / 4 + 16;
  table.terminals.reserve(guess);
  table.begins.reserve(guess);
  table.ends.reserve(guess);
  prefer_large_pages(table.terminals.data(), guess * sizeof(std::uint16_t));
  prefer_large_pages(table.begins.data(), guess * sizeof(std::uint32_t));
  prefer_large_pages(table.ends.data(), guess * sizeof(std::uint32_t));
  if (grammar.layout) {
    const Tokens tokens = tokenize(grammar, text);
    for (const Token& token : tokens.tokens) {
      table.terminals.push_back(terminal_of[token.terminal]);
      table.begins.push_back(token.text.begin);
      table.ends.push_back(token.text.end);
    }
    table.end = tokens.skipped_at_end.end;
    table.stuck_at = tokens.stuck_at;
    table.stuck_reason = tokens.stuck_reason;
    return table;
  }
  const auto add = [&](SymbolId symbol, std::uint32_t begin, std::uint32_t end) {
    const std::uint16_t terminal = terminal_of[symbol];
    if (terminal == kSkipped) return;
    table.terminals.push_back(terminal);
    table.begins.push_back(begin);
    table.ends.push_back(end);
  };
  ScanMemory memory;
  std::uint32_t at = grammar.lexer->scan(text, skipped_mark(grammar, text), add);
  while (at < text.size()) {
    const Match match = grammar.lexer->match(text, at, &memory);
    if (match.length == 0) {
      table.stuck_at = at;
      break;
    }
    add(match.terminals[0], at, at + match.length);
    at += match.length;
    if (memory.overrun == 0) at = grammar.lexer->scan(text, at, add);
  }
  table.end = at;
  return table;
}

}  // namespace grabr
