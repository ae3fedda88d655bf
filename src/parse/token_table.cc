#include "parse/token_table.h"

#include "grammar/lexer.h"

namespace grabr {

TokenTable read_tokens(const AutoTokens& tokens, LoweredId start, const Plain& plain,
                       std::string_view text) {
  TokenTable table;
  table.symbols = &plain.lowered_of;
  const TextScanner& scanner = tokens.scanner;
  std::vector<std::uint16_t> number_of;
  for (const TextTerminal& terminal : scanner.terminals()) {
    number_of.push_back(static_cast<std::uint16_t>(plain.plain_of[terminal.id]));
  }
  TextScanner::Context context = scanner.at_start(start);
  while (table.end < text.size()) {
    const TextScanner::Match match = scanner.match(context, text, table.end);
    if (match.length == 0) {
      table.stuck_at = table.end;
      break;
    }
    table.terminals.push_back(number_of[match.terminal]);
    table.begins.push_back(table.end);
    table.end += match.length;
    table.ends.push_back(table.end);
    context = scanner.after(match.terminal);
  }
  return table;
}

TokenTable read_tokens(const Grammar& grammar, const Plain& plain, std::string_view text) {
  TokenTable table;
  table.symbols = &plain.lowered_of;
  // By symbol; what is skipped has a number that no terminal has.
  constexpr std::uint16_t kSkipped = 0xffff;
  std::vector<std::uint16_t> terminal_of(grammar.symbols.size());
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    const bool skipped = grammar.symbols[s].kind == SymbolKind::kSkip;
    terminal_of[s] = skipped ? kSkipped : static_cast<std::uint16_t>(plain.plain_of[s]);
  }
  const std::size_t guess = text.size() / 4 + 16;
  table.terminals.reserve(guess);
  table.begins.reserve(guess);
  table.ends.reserve(guess);
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
  ScanMemory memory;
  std::uint32_t at = 0;
  while (at < text.size()) {
    const Match match = grammar.lexer->match(text, at, &memory);
    if (match.length == 0) {
      table.stuck_at = at;
      break;
    }
    const std::uint32_t begin = at;
    at += match.length;
    const std::uint16_t terminal = terminal_of[match.terminals[0]];
    if (terminal == kSkipped) continue;
    table.terminals.push_back(terminal);
    table.begins.push_back(begin);
    table.ends.push_back(at);
  }
  table.end = at;
  return table;
}

}  // namespace grabr
