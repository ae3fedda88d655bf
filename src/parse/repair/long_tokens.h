// What opens and closes tokens of any text over many lines: comments, strings in `"""`. One such
// mark too many, or too few, makes the inside of such tokens and what is between them change
// places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/repair/rough_tokens.h"

namespace grabr {

class LongTokens {
 public:
  /// Those of the grammar, and those that the text has.
  explicit LongTokens(const RoughText& text);

  /// Stretches of which one may be the mistake if reading stops at this rough token: openers of
  /// what ends before it, or from the beginning of its line up to a closer.
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

/// With bytes that no token has there, a token each line.
std::string masked(std::string_view text, Span span);

}  // namespace grabr
