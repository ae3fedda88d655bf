// The input's tokens as arrays, ten bytes per token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/lr/epsilon_free.h"
#include "parse/tokens/tokens.h"
#include "text/memory.h"

namespace grabr {

struct TokenTable {
  LargeArray<std::uint16_t> terminals;  ///< terminals of the epsilon-free grammar
  LargeArray<std::uint32_t> begins;
  LargeArray<std::uint32_t> ends;
  std::uint32_t end = 0;                  ///< end of the text that was read
  std::optional<std::uint32_t> stuck_at;  ///< offset where no terminal matches
  std::string stuck_reason;               ///< the reason, unless simply nothing matches

  const std::vector<LoweredId>* symbols = nullptr;  ///< by terminal: its id in the grammar

  std::uint32_t count() const { return static_cast<std::uint32_t>(begins.size()); }
  Span text(std::uint32_t token) const { return {begins[token], ends[token]}; }
  SymbolId symbol(std::uint32_t token) const { return (*symbols)[terminals[token]]; }
  /// The text skipped between a token (count(): the end) and the one before it.
  Span skipped(std::uint32_t token) const {
    return {token == 0 ? 0 : ends[token - 1], token < count() ? begins[token] : end};
  }
  /// From now on, only these tokens and the text skipped before them are read.
  void forget_before(std::uint32_t token);

 private:
  PagesRead terminals_read_, begins_read_, ends_read_;
};

/// For rich grammars: repeated longest match. The epsilon-free grammar must outlive the table.
TokenTable read_tokens(const Grammar& grammar, const EpsilonFreeGrammar& epsilon_free,
                       std::string_view text);

}  // namespace grabr
