// The input's tokens as arrays: ten bytes a token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/lr/auto_tokens.h"
#include "parse/lr/plain.h"
#include "parse/earley/tokens.h"

namespace grabr {

struct TokenTable {
  std::vector<std::uint16_t> terminals;  ///< of the plain grammar
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
  std::uint32_t end = 0;                 ///< of the text that could be read
  std::optional<std::uint32_t> stuck_at; ///< offset where no terminal matches
  std::string stuck_reason;              ///< why, where it is not just that nothing matches

  const std::vector<LoweredId>* symbols = nullptr;  ///< by terminal: the grammar's own number

  std::uint32_t count() const { return static_cast<std::uint32_t>(begins.size()); }
  Span text(std::uint32_t token) const { return {begins[token], ends[token]}; }
  SymbolId symbol(std::uint32_t token) const { return (*symbols)[terminals[token]]; }
  /// What is passed over between a token (count(): the end) and the one before it.
  Span skipped(std::uint32_t token) const {
    return {token == 0 ? 0 : ends[token - 1], token < count() ? begins[token] : end};
  }
};

/// A classic grammar's long terminals. `plain` is made from the grammar of `tokens`.
TokenTable read_tokens(const AutoTokens& tokens, LoweredId start, const Plain& plain,
                       std::string_view text);

/// The plain grammar must outlive the table. Rich grammars only: longest match, again and again.
TokenTable read_tokens(const Grammar& grammar, const Plain& plain, std::string_view text);

}  // namespace grabr
