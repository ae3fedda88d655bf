// The marks that open and close tokens of any text over many lines: comments, strings in `"""`.
// With one mark too many or too few, the insides of such tokens and the text between them are
// exchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/repair/rough_tokens.h"

namespace grabr {

class LongTokens {
 public:
  /// Takes marks from the grammar and from the text.
  explicit LongTokens(const RoughText& text);

  /// Stretches, one of which may be the mistake if reading stops at this rough token: openers of
  /// tokens that end before it, or the text from the beginning of its line up to a closer.
  std::vector<Span> suspects(const RoughText& text, std::uint32_t stop) const;

 private:
  struct Marks {
    std::string opener, closer;
    bool operator==(const Marks&) const = default;
  };
  std::vector<Marks> marks_;

  void note(const Grammar& grammar, SymbolId terminal, std::string_view token);
  void add_openers(std::string_view text, Span within, std::vector<Span>& suspects) const;
};

/// The text with each byte of the span replaced by one that is in no token; each of its lines
/// becomes one token.
std::string masked(std::string_view text, Span span);

}  // namespace grabr
