// Bracket matching: a closer belongs to the last opener of its kind that is still open; openers
// after that one have no partner, nor has a closer without an opener. Tested by
// tests/parse/rough_tokens_test.cc.
#include "parse/repair/rough_tokens.h"

#include <algorithm>
#include <map>
#include <utility>

#include "grammar/lex/lexer.h"
#include "grammar/model/line_ends.h"
#include "parse/diagnose/failure.h"
#include "parse/tokens/tokenize.h"
#include "text/ascii.h"
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

/// Marks the tokens that begin a line: the line before ends in or after the previous token.
std::vector<RoughToken> with_line_starts(std::vector<RoughToken> tokens, std::string_view text) {
  std::uint32_t seen = 0;  // line ends before this offset have been counted
  for (RoughToken& token : tokens) {
    const std::string_view before = text.substr(seen, token.text.begin - seen);
    token.starts_line = before.find('\n') != std::string_view::npos;
    seen = token.text.begin;
  }
  return tokens;
}

/// Counts quotation marks in a text, except escaped ones and groups of three, which are something
/// else.
std::size_t count_quotes(std::string_view text, char quote) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') ++at;
    else if (text[at] != quote) continue;
    else if (text.substr(at, 3) == std::string(3, quote)) at += 2;
    else ++count;
  }
  return count;
}

/// Is the mark at text[at] alone, given that nothing on its line closes it?
bool is_lone_quote(std::string_view text, std::uint32_t at) {
  constexpr std::string_view kQuotes = "\"'`";
  constexpr std::size_t kMaxBytesScanned = 10'000;  // bytes
  const char quote = text[at];
  if (!is_one_of(quote, kQuotes)) return false;
  const std::string_view near = text.substr(0, at + kMaxBytesScanned);
  std::size_t end = std::min(near.find('\n', at), near.size());
  const std::string_view rest = near.substr(at + 1, end - at - 1);
  if (count_quotes(rest, quote) > 0) return false;
  const std::size_t last = rest.find_last_not_of(" \t\r");
  if (last != rest.npos && closing_bracket(rest[last]) != '\0') return false;
  while (end < near.size()) {
    const std::size_t begin = end + 1;
    end = std::min(near.find('\n', begin), near.size());
    const std::size_t count = count_quotes(near.substr(begin, end - begin), quote);
    if (count > 0) return count % 2 == 0;
  }
  return near.size() == text.size();
}

}  // namespace

bool has_lone_quote(std::string_view text, Span token, bool opens) {
  if (token.size() == 0) return false;
  const bool goes_on = text.substr(token.begin, token.size()).find('\n') != text.npos;
  return (goes_on || (opens && token.size() == 1)) && is_lone_quote(text, token.begin);
}

namespace {

std::vector<RoughToken> lex(const Grammar& grammar, std::string_view text) {
  std::vector<RoughToken> tokens;
  ScanMemory memory;
  for (std::uint32_t at = 0; at < text.size();) {
    Match match = grammar.lexer->match(text, at, &memory);
    if (has_lone_quote(text, {at, at + match.length}, false)) match = {};
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

/// Includes the tokens of line ends and indentation. If a level begins where another one ends, the
/// line matches no level: the level continues.
std::vector<RoughToken> lex_lines(const Grammar& grammar, std::string_view text) {
  const Layout& layout = *grammar.layout;
  std::vector<RoughToken> tokens;
  bool behind_line_end = false;
  for (const Token& token : tokenize_lines_roughly(grammar, text)) {
    const bool is_word = token.terminal != layout.indent && token.terminal != layout.dedent;
    RoughToken rough{token.terminal == kNoSymbol ? kNoTerminal : token.terminal, token.text};
    rough.starts_line = behind_line_end && is_word;
    if (is_word) behind_line_end = token.terminal == layout.newline;
    if (token.terminal == layout.indent && !tokens.empty() &&
        tokens.back().terminal == layout.dedent) {
      tokens.back().left_out = rough.left_out = true;
    }
    tokens.push_back(rough);
  }
  return tokens;
}

/// Keeps a stack of openers and counts each kind, so that an unmatched closer costs nothing.
void match_brackets(const Punctuation& punctuation, std::vector<RoughToken>& tokens) {
  std::vector<std::uint32_t> open;
  std::map<LoweredId, std::uint32_t> count;  // open ones, by closer
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const LoweredId terminal = tokens[i].terminal;
    if (tokens[i].left_out || terminal == kNoTerminal) continue;
    if (const LoweredId closer = punctuation.closer_of(terminal); closer != kNoTerminal) {
      open.push_back(i);
      ++count[closer];
      continue;
    }
    const auto found = count.find(terminal);
    if (found == count.end() || found->second == 0) continue;
    for (bool closed = false; !closed; open.pop_back()) {
      RoughToken& last = tokens[open.back()];
      const LoweredId closer = punctuation.closer_of(last.terminal);
      --count[closer];
      closed = closer == terminal;
      if (!closed) continue;
      last.partner = i;
      tokens[i].partner = open.back();
    }
  }
}

}  // namespace

std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         std::string_view text) {
  if (grammar.layout) return lex_lines(grammar, text);
  return with_line_starts(grammar.notation == Notation::kClassic ? bytes_as_tokens(lowered, text)
                          : grammar.lexing == Lexing::kContextual
                              ? tokenize_by_context(grammar, lowered, text)
                              : lex(grammar, text),
                          text);
}

std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         const Punctuation& punctuation, std::string_view text) {
  std::vector<RoughToken> tokens = tokenize_roughly(grammar, lowered, text);
  match_brackets(punctuation, tokens);
  return tokens;
}

std::vector<RoughToken> split_anew(std::span<const RoughToken> tokens,
                                   std::span<const Resplit> resplits,
                                   const Punctuation& punctuation, std::string_view text) {
  std::vector<RoughToken> split;
  const auto add = [&](SymbolId terminal, Span span) {
    RoughToken token{terminal, span};
    const std::uint32_t end = split.empty() ? 0 : split.back().text.end;
    token.after_line_end = has_line_end(text.substr(end, span.begin - end));
    split.push_back(token);
  };
  std::uint32_t at = 0;
  const auto keep_up_to = [&](std::size_t end) {
    for (; at < end; ++at) add(tokens[at].terminal, tokens[at].text);
  };
  for (const Resplit& resplit : resplits) {
    keep_up_to(resplit.range.begin);
    for (const Token& token : resplit.tokens) add(token.terminal, token.text);
    at = resplit.range.end;
  }
  keep_up_to(tokens.size());
  split = with_line_starts(std::move(split), text);
  match_brackets(punctuation, split);
  return split;
}

}  // namespace grabr
