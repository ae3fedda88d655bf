// Splits arbitrary bytes into tokens: those of the grammar, plus words and single characters that
// no terminal matches. Brackets that match know their partner.
#pragma once

#include <cctype>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "parse/repair/punctuation.h"
#include "parse/tokens/tokens.h"

namespace grabr {

inline constexpr std::uint32_t kNoPartner = std::numeric_limits<std::uint32_t>::max();

/// A token of a text that may not parse.
struct RoughToken {
  LoweredId terminal = kNoTerminal;  ///< kNoTerminal: bytes that begin no token
  Span text;
  std::uint32_t partner = kNoPartner;  ///< the bracket that this one opens or closes
  /// It is the first token of a line.
  bool starts_line = false;
  /// With an automatic token in the grammar: a line end is skipped before it.
  bool after_line_end = false;
  /// In no sentence: it is a change of indentation to a level that no line before has.
  bool left_out = false;
};

/// Is it a character of a word that belongs to no token?
inline bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || byte == '_' || std::isalnum(byte) != 0;
}

/// Adjacent letters and digits that belong to no token form a word.
inline bool continues_word(const RoughToken& last, std::string_view text, Span span) {
  return last.terminal == kNoTerminal && last.text.end == span.begin &&
         in_word(text[last.text.begin]) && in_word(text[span.begin]);
}

/// Does a token of several lines, or one that begins a string (`opens`), begin with a lone
/// quotation mark? Nothing on its line closes the mark, and the next line with such marks has an
/// even number of them. So texts between strings would be read as strings up to the end. A line
/// that ends in an open bracket continues.
bool has_lone_quote(std::string_view text, Span token, bool opens);

/// For a grammar with contextual lexing: splits as the lexer would, but without a parse: tokens are
/// chosen by what may follow the previous token anywhere. Like tokenize_roughly, but without
/// partners and beginnings of lines.
std::vector<RoughToken> tokenize_by_context(const Grammar& grammar, const LoweredGrammar& lowered,
                                            std::string_view text);

/// Rich grammars: longest match; where nothing matches, a word of letters and digits up to the
/// beginning of a token, or another single character. The opener of an unterminated string or
/// comment is such a character, or the token that it otherwise is. Classic grammars: bytes. Skipped
/// text is the text in between. With contextual lexing: tokenize_by_context.
std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         const Punctuation& punctuation, std::string_view text);
/// The same, but does not look for the partners of brackets.
std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         std::string_view text);

/// A range of rough tokens, and the tokens that a parse reads there instead.
struct Resplit {
  Span range;  ///< indexes of rough tokens
  std::vector<Token> tokens;
};

/// Replaces ranges of tokens; ranges are in text order.
std::vector<RoughToken> split_anew(std::span<const RoughToken> tokens,
                                   std::span<const Resplit> resplits,
                                   const Punctuation& punctuation, std::string_view text);

/// A text split into rough tokens, to be parsed in parts, with data about its grammar.
struct RoughText {
  const Parser& parser;
  const Punctuation& punctuation;
  std::string_view text;
  std::vector<RoughToken> tokens;
};

}  // namespace grabr
