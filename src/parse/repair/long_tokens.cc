// A stretch is masked by replacing each byte by one that is in no token. So all lexers read it as
// an unknown word per line, and the rest of the text does not change. Tested by
// tests/parse/partial_test.cc.
#include "parse/repair/long_tokens.h"

#include <algorithm>

#include "grammar/lex/lexer.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxMarkBytes = 4;           // bytes
constexpr std::size_t kMaxSuspects = 3;            // openers before the place where reading stopped
constexpr std::uint32_t kMaxBytesToCloser = 4000;  // bytes
/// No token begins with this byte, and runs of it are read like a word.
constexpr char kNoByte = '\x80';

}  // namespace

LongTokens::LongTokens(const RoughText& text) {
  const Grammar& grammar = text.parser.grammar();
  if (grammar.notation == Notation::kClassic) return;
  for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
    const SymbolKind kind = grammar.symbols[id].kind;
    if (kind != SymbolKind::kPattern && kind != SymbolKind::kSkip) continue;
    note(grammar, id, grammar.lexer->shortest_text(id));
  }
  for (const RoughToken& token : text.tokens) {
    const std::string_view bytes = text.text.substr(token.text.begin, token.text.size());
    if (token.terminal == kNoTerminal || bytes.find('\n') == bytes.npos) continue;
    const bool known = std::ranges::any_of(
        marks_, [&](const Marks& marks) { return bytes.starts_with(marks.opener); });
    if (!known) note(grammar, token.terminal, bytes);
  }
}

/// Is it a token that may contain any text between its beginning and its end?
void LongTokens::note(const Grammar& grammar, SymbolId terminal, std::string_view token) {
  constexpr std::string_view kAnything = "\na (0;) b\nc ";
  for (std::size_t begin = 1; begin <= std::min(kMaxMarkBytes, token.size()); ++begin) {
    for (std::size_t end = 1; end <= std::min(kMaxMarkBytes, token.size() - begin); ++end) {
      const Marks marks{std::string(token.substr(0, begin)),
                        std::string(token.substr(token.size() - end))};
      const bool is_word = std::ranges::any_of(marks.opener + marks.closer, [](char c) {
        return in_word(c) || std::isspace(static_cast<unsigned char>(c));
      });
      if (is_word) continue;
      const std::string other = marks.opener + std::string(kAnything) + marks.closer;
      if (!grammar.lexer->matches(other, terminal)) continue;
      if (std::ranges::find(marks_, marks) == marks_.end()) marks_.push_back(marks);
      return;
    }
  }
}

/// Adds the last openers.
void LongTokens::add_openers(std::string_view text, Span within,
                             std::vector<Span>& suspects) const {
  for (std::uint32_t at = within.end; at-- > within.begin && suspects.size() < kMaxSuspects;) {
    for (const Marks& marks : marks_) {
      if (!text.substr(at).starts_with(marks.opener)) continue;
      suspects.push_back({at, at + static_cast<std::uint32_t>(marks.opener.size())});
      break;
    }
  }
}

std::vector<Span> LongTokens::suspects(const RoughText& text, std::uint32_t stop) const {
  const auto& tokens = text.tokens;
  const auto size = static_cast<std::uint32_t>(text.text.size());
  const std::uint32_t here = stop < tokens.size() ? tokens[stop].text.begin : size;
  std::vector<Span> suspects;
  for (std::uint32_t at = std::min(stop + 1, static_cast<std::uint32_t>(tokens.size()));
       at-- > 0 && suspects.size() < kMaxSuspects && stop - at < 500;) {
    const Span token = tokens[at].text;
    const std::uint32_t before = at == 0 ? 0 : tokens[at - 1].text.end;
    const auto goes_on = [&](std::uint32_t from, std::uint32_t to) {
      return text.text.substr(from, to - from).find('\n') != text.text.npos;
    };
    if (goes_on(token.begin, token.end)) {
      add_openers(text.text, {token.begin, token.begin + 1}, suspects);
    }
    if (goes_on(before, token.begin)) add_openers(text.text, {before, token.begin}, suspects);
  }
  std::uint32_t first = stop;  // start of the line
  while (first > 0 && first < tokens.size() && !tokens[first].starts_line) --first;
  const std::uint32_t begin = first < tokens.size() ? tokens[first].text.begin : size;
  for (const Marks& marks : marks_) {
    const std::size_t end = text.text.substr(0, begin + kMaxBytesToCloser).find(marks.closer, here);
    if (end == text.text.npos) continue;
    const Span span{begin, static_cast<std::uint32_t>(end + marks.closer.size())};
    if (std::ranges::find(suspects, span) == suspects.end()) suspects.push_back(span);
  }
  return suspects;
}

std::string masked(std::string_view text, Span span) {
  std::string result(text);
  bool in_line = true;
  for (std::uint32_t at = span.begin; at < span.end; ++at) {
    if (is_one_of(text[at], "\r\n")) in_line = false;
    in_line |= !is_one_of(text[at], " \t\r\n");
    if (in_line) result[at] = kNoByte;
  }
  return result;
}

}  // namespace grabr
