// The grammar tells where tokens begin and end, which of them are literals and names, and which
// text is skipped. Numbers and strings are recognised by their characters, which are alike in most
// languages.
// Tested by tests/parse/token_kinds_test.cc.
#include "parse/token_kinds.h"

#include <algorithm>

#include "parse/lr/lowered.h"
#include "parse/repair/rough_tokens.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::string_view kQuotes = "\"'`";
constexpr std::size_t kMaxPrefix = 3;  // letters before a quotation mark: u8R"

bool is_number(std::string_view token) {
  const std::size_t digit = token.find_first_not_of("+-.#$");
  return digit != token.npos && digit <= 2 && is_digit(token[digit]);
}

/// Begins and ends with a mark, but for a few letters around it; or, where something is inserted,
/// with a brace.
bool is_string(std::string_view token) {
  const std::size_t begin = token.find_first_of(kQuotes), end = token.find_last_of(kQuotes);
  const bool opens = begin <= kMaxPrefix, inserts = token.ends_with('{');
  const bool closes = end != token.npos && end + kMaxPrefix >= token.size();
  if (token.starts_with('}')) return closes || inserts;
  return opens && (inserts || (closes && begin < end));
}

/// A literal that begins or ends a string whose inside has tokens of its own.
bool is_mark(std::string_view literal) {
  return !literal.empty() && is_one_of(literal.back(), kQuotes) && literal.size() <= kMaxPrefix;
}

bool has_letter(std::string_view text) { return std::ranges::any_of(text, is_letter); }

/// A token with several spellings, each of them a word: `const|__const`.
bool is_word_list(const Symbol& pattern) {
  return pattern.text.find_first_of("[.*+{\\") == std::string::npos;
}

class Kinds {
 public:
  Kinds(const Grammar& grammar, std::string_view text) : grammar_(grammar), text_(text) {}

  std::vector<KindOfToken> take(const std::vector<RoughToken>& tokens) {
    for (const RoughToken& token : tokens) {
      note_comment({at_, token.text.begin});
      at_ = std::max(at_, token.text.end);
      if (token.text.size() > 0) note(token.text, kind_of(token));
    }
    note_comment({at_, static_cast<std::uint32_t>(text_.size())});
    return std::move(kinds_);
  }

 private:
  std::string_view text_of(Span span) const { return text_.substr(span.begin, span.size()); }

  void note(Span span, TokenKind kind) {
    in_string_ = kind == TokenKind::kString;
    if (kind != TokenKind::kPlain) kinds_.push_back({span, kind});
  }

  /// Skipped text is a comment unless it is white space.
  void note_comment(Span skipped) {
    constexpr std::string_view kWhite = " \t\r\n\f";
    if (skipped.begin >= skipped.end) return;
    const std::string_view words = text_of(skipped);
    const std::size_t first = words.find_first_not_of(kWhite);
    if (first == words.npos) return;
    const std::size_t last = words.find_last_not_of(kWhite);
    note({skipped.begin + static_cast<std::uint32_t>(first),
          skipped.begin + static_cast<std::uint32_t>(last) + 1},
         TokenKind::kComment);
  }

  TokenKind kind_of(const RoughToken& token) const {
    const std::string_view word = text_of(token.text);
    if (token.terminal >= grammar_.symbols.size()) return TokenKind::kPlain;
    const Symbol& symbol = grammar_.symbols[token.terminal];
    if (symbol.kind == SymbolKind::kLiteral) {
      if (is_mark(word)) return TokenKind::kString;
      return has_letter(word) ? TokenKind::kKeyword : TokenKind::kPlain;
    }
    if (symbol.kind != SymbolKind::kPattern) return TokenKind::kPlain;
    if (is_string(word) || (symbol.immediate && in_string_)) return TokenKind::kString;
    if (is_number(word)) return TokenKind::kNumber;
    if (is_word_list(symbol) && has_letter(word)) return TokenKind::kKeyword;
    const auto& names = grammar_.hints.identifiers;
    const bool is_name = std::ranges::find(names, token.terminal) != names.end();
    return is_name ? TokenKind::kName : TokenKind::kPlain;
  }

  const Grammar& grammar_;
  const std::string_view text_;
  std::uint32_t at_ = 0;
  bool in_string_ = false;
  std::vector<KindOfToken> kinds_;
};

}  // namespace

std::vector<KindOfToken> token_kinds(const Parser& parser, std::string_view text) {
  const Grammar& grammar = parser.grammar();
  if (grammar.notation == Notation::kClassic) return {};
  return Kinds(grammar, text).take(tokenize_roughly(grammar, parser.lowered(), text));
}

}  // namespace grabr
