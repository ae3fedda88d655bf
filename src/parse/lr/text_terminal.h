// Terminals that are recognised without a lexer: bytes, literals, texts of a regular symbol.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/lr/token_texts.h"

namespace grabr {

struct TextTerminal {
  LoweredId id = 0;
  LoweredId symbol = LoweredGrammar::kEnd;  ///< a token's nonterminal
  std::string literal;                      ///< one or more bytes; empty for a token
  std::shared_ptr<const TokenTexts> texts;  ///< null for a literal

  /// Length of its match at text[at…], 0 if it does not match.
  std::uint32_t match(std::string_view text, std::uint32_t at) const {
    if (texts != nullptr) return texts->longest(text, at);
    if (text.compare(at, literal.size(), literal) != 0) return 0;
    return static_cast<std::uint32_t>(literal.size());
  }
  bool token() const { return texts != nullptr; }
  ByteSet first() const;
};

/// Finds pairs of terminals that both match at one place of some text.
class Rivals {
 public:
  /// By terminal: the others that it must not be searched for together with, ascending.
  std::vector<std::vector<std::uint32_t>> find(const std::vector<TextTerminal>& terminals);

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  std::map<Pair, bool> known_;  // by the symbols of two tokens
  std::vector<Pair> todo_;      // rows of two tables
  std::uint64_t steps_ = 0;

  bool rivals(const TextTerminal& a, const TextTerminal& b);
  bool match_together(const TokenTexts& a, const TokenTexts& b);
};

}  // namespace grabr
