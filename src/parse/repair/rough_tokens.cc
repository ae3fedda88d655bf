// Bracket matching: a closer belongs to the last opener of its kind that is still open; openers
// after that one have no partner, nor has a closer without an opener. Tested by
// tests/parse/rough_tokens_test.cc.
#include "parse/repair/rough_tokens.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/earley/tokenize.h"
#include "text/utf8.h"

namespace grabr {
namespace {

std::vector<RoughToken> bytes_as_tokens(const LoweredGrammar& lowered, std::string_view text) {
  std::vector<RoughToken> tokens;
  tokens.reserve(text.size());
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    const LoweredId byte = lowered.first_byte + static_cast<unsigned char>(text[i]);
    tokens.push_back({byte, {i, i + 1}});
  }
  return tokens;
}

/// Those that begin a line know it: a line ends in the token before or behind it.
std::vector<RoughToken> with_line_starts(std::vector<RoughToken> tokens, std::string_view text) {
  std::uint32_t seen = 0;  // line ends before this offset have been counted
  for (RoughToken& token : tokens) {
    const std::string_view before = text.substr(seen, token.text.begin - seen);
    token.starts_line = before.find('\n') != std::string_view::npos;
    seen = token.text.begin;
  }
  return tokens;
}

std::vector<RoughToken> lex(const Grammar& grammar, std::string_view text) {
  std::vector<RoughToken> tokens;
  for (std::uint32_t at = 0; at < text.size();) {
    const Match match = grammar.lexer->match(text, at);
    const std::uint32_t length =
        match.length > 0 ? match.length : static_cast<std::uint32_t>(code_point_length(text, at));
    const Span span{at, at + length};
    at = span.end;
    if (match.length == 0 && !tokens.empty() && continues_word(tokens.back(), text, span)) {
      tokens.back().text.end = span.end;
      continue;
    }
    RoughToken token{kNoTerminal, span};
    if (match.length > 0) {
      if (grammar.symbols[match.terminals[0]].kind == SymbolKind::kSkip) continue;
      token.terminal = match.terminals[0];
    }
    tokens.push_back(token);
  }
  return tokens;
}

/// With the tokens of line ends and indentation; without them where a line's indentation is wrong.
std::vector<RoughToken> lex_lines(const Grammar& grammar, std::string_view text) {
  const Tokens found = tokenize_lines_roughly(grammar, text);
  if (found.stuck_at) return with_line_starts(lex(grammar, text), text);
  std::vector<RoughToken> tokens;
  bool behind_line_end = false;
  for (const Token& token : found.tokens) {
    const bool is_word =
        token.terminal != grammar.layout->indent && token.terminal != grammar.layout->dedent;
    RoughToken rough{token.terminal == kNoSymbol ? kNoTerminal : token.terminal, token.text};
    rough.starts_line = behind_line_end && is_word;
    if (is_word) behind_line_end = token.terminal == grammar.layout->newline;
    tokens.push_back(rough);
  }
  return tokens;
}

/// Keeps a stack of openers and counts each kind, so that an unmatched closer costs nothing.
void match_brackets(const Punctuation& punctuation, std::vector<RoughToken>& tokens) {
  std::vector<std::uint32_t> open;
  std::vector<std::pair<LoweredId, std::uint32_t>> count;
  const auto open_of = [&](LoweredId opener) -> std::uint32_t& {
    const auto found =
        std::find_if(count.begin(), count.end(), [&](const auto& c) { return c.first == opener; });
    if (found != count.end()) return found->second;
    count.emplace_back(opener, 0);
    return count.back().second;
  };
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    if (punctuation.closer_of(tokens[i].terminal) != kNoTerminal) {
      open.push_back(i);
      ++open_of(tokens[i].terminal);
      continue;
    }
    const LoweredId opener = punctuation.opener_of(tokens[i].terminal);
    if (opener == kNoTerminal || open_of(opener) == 0) continue;
    for (bool found = false; !found; open.pop_back()) {
      const LoweredId last = tokens[open.back()].terminal;
      --open_of(last);
      found = last == opener;
      if (!found) continue;
      tokens[open.back()].partner = i;
      tokens[i].partner = open.back();
    }
  }
}

/// Without partners.
std::vector<RoughToken> unmatched(const Grammar& grammar, const LoweredGrammar& lowered,
                                  std::string_view text) {
  if (grammar.layout && !grammar.layout->offside) return lex_lines(grammar, text);
  return with_line_starts(grammar.notation == Notation::kClassic ? bytes_as_tokens(lowered, text)
                          : grammar.lexing == Lexing::kContextual
                              ? tokenize_by_context(grammar, lowered, text)
                              : lex(grammar, text),
                          text);
}

}  // namespace

std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         const Punctuation& punctuation, std::string_view text) {
  std::vector<RoughToken> tokens = unmatched(grammar, lowered, text);
  match_brackets(punctuation, tokens);
  return tokens;
}

}  // namespace grabr
