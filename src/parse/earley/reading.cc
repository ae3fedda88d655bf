// The tokens of plain lexing are known before the parse. With contextual lexing each set of the
// chart says which terminals may come next, and the longest of those is read
// (parse/tokens/context_lexer.h).
#include "parse/earley/reading.h"

#include <utility>

#include "parse/tokens/context_lexer.h"
#include "parse/tokens/tokenize.h"

namespace grabr {
namespace {

bool read_all(std::span<const LoweredId> terminals, Chart& chart) {
  for (const LoweredId terminal : terminals) {
    if (!chart.push(terminal)) return false;
  }
  return chart.complete();
}

bool read_in_context(const Grammar& grammar, std::string_view text, Tokens& tokens, Chart& chart) {
  ContextLexer lexer(grammar, text);
  for (;;) {
    const TerminalSet terminals = terminals_ahead(chart.finish());
    const auto allowed = [&](SymbolId terminal) {
      return terminal == kNoSymbol ? chart.complete() : terminals.contains(terminal);
    };
    ViableTerminals viable = lexer.viable(terminals);
    std::optional<Token> token = lexer.next(viable, allowed);
    if (!token && !lexer.at_end()) {
      token = lexer.peek_any();
      if (!token) tokens.stuck_at = lexer.next_begin();
    }
    if (!token) break;
    lexer.take(*token);
    tokens.tokens.push_back(*token);
    if (!chart.push(token->terminal)) return false;
  }
  tokens.skipped_at_end = {lexer.at(), lexer.next_begin()};
  return chart.complete();
}

}  // namespace

Reading read_with_chart(const Grammar& grammar, const LoweredGrammar& lowered,
                        const TerminalSets* sets, std::string_view text, LoweredId start,
                        std::size_t max_memory) {
  const bool classic = grammar.notation == Notation::kClassic;
  const bool contextual = grammar.lexing == Lexing::kContextual;
  // A classic grammar's chart keeps the book's order, so no prediction may be omitted.
  Reading reading{
      {}, {lowered, start, contextual || classic ? nullptr : sets, max_memory, Chart::Keep::kAll}};
  if (contextual) {
    reading.accepted = read_in_context(grammar, text, reading.tokens, reading.chart);
  } else {
    std::vector<LoweredId> terminals;
    if (classic) {
      for (const char c : text) {
        terminals.push_back(lowered.first_byte + static_cast<unsigned char>(c));
      }
      const auto size = static_cast<std::uint32_t>(text.size());
      reading.tokens.skipped_at_end = {size, size};
    } else {
      reading.tokens = tokenize(grammar, text);
      for (const Token& token : reading.tokens.tokens) terminals.push_back(token.terminal);
    }
    reading.accepted = read_all(terminals, reading.chart);
  }
  reading.chart.finish();
  reading.accepted = reading.accepted && !reading.tokens.stuck_at;
  return reading;
}

}  // namespace grabr
