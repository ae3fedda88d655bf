#include "reduce/core/protection.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "text/ascii.h"
#include "text/units.h"

namespace grabr {
namespace {

bool is_word_part(char c) {
  return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// Is this offset outside of all words, or at the edge of one?
bool is_word_edge(std::string_view text, std::size_t at) {
  if (at == 0 || at == text.size()) return true;
  return !is_word_part(text[at - 1]) || !is_word_part(text[at]);
}

/// Searches for the piece from an offset on, as whole words, and returns its end; npos: not found.
std::size_t end_of_piece(std::string_view text, std::string_view piece, std::size_t from) {
  while (true) {
    const std::size_t at = text.find(piece, from);
    if (at == std::string_view::npos) return at;
    const std::size_t end = at + piece.size();
    if (is_word_edge(text, at) && is_word_edge(text, end)) return end;
    from = at + 1;
  }
}

/// The token without the white space after it.
std::string_view core(std::string_view token) {
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  return token;
}

/// Iterates over the tokens of a text that must be kept: its names, or its values.
class TokenReader {
 public:
  TokenReader(const KeptTokens& kept, std::string_view text)
      : kept_(kept), text_(text), tokens_(split_units(text, Unit::kTokens)) {}

  std::optional<std::string_view> next() {
    while (at_ < tokens_.size()) {
      const Span span = tokens_[at_++];
      const std::string_view token = core(text_.substr(span.begin, span.size()));
      if (is_kept(token)) return token;
    }
    return std::nullopt;
  }

 private:
  bool is_kept(std::string_view token) const {
    if (token.empty()) return false;
    const bool is_value = is_digit(token.front()) || (is_quote(token.front()) && token.size() > 1);
    const bool is_name = !is_value && is_word_part(token.front());
    const bool of_kind = kept_.kind == KeptTokens::Kind::kNames ? is_name : is_value;
    return of_kind && !kept_.known.contains(std::string(token));
  }

  const KeptTokens& kept_;
  std::string_view text_;
  std::vector<Span> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

bool KeptTokens::allows(std::string_view text, std::string_view best) const {
  TokenReader old(*this, best);
  TokenReader now(*this, text);
  while (const auto token = now.next()) {
    auto same = old.next();
    while (same && *same != *token) same = old.next();
    if (!same) return false;
  }
  return true;
}

bool Protection::allows(std::string_view text, std::string_view best) const {
  std::size_t at = 0;
  for (const std::string& piece : pieces) {
    at = end_of_piece(text, piece, at);
    if (at == std::string_view::npos) return false;
  }
  return std::all_of(tokens.begin(), tokens.end(),
                     [&](const KeptTokens& kept) { return kept.allows(text, best); });
}

}  // namespace grabr
