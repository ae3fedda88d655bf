// Tokens one by one, each the longest among those with which the text read so far can go on.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/lexer.h"
#include "parse/tokens.h"

namespace grabr {

class ContextLexer {
 public:
  ContextLexer(const Grammar& grammar, std::string_view text);

  /// The next token, if it is to be one of `viable` (no skips among them); its skipped text is what
  /// was passed over before it. Nothing is consumed. Nothing where none of them matches.
  std::optional<Token> peek(const TerminalSet& viable);
  /// What stands here whatever may come next, for messages. Not the inside of something, such as
  /// the text of a string, which nearly every text is.
  std::optional<Token> peek_any();
  void take(const Token& token);

  /// Where the next token's skipped text begins.
  std::uint32_t at() const { return at_; }
  /// Nothing but skipped text is left.
  bool at_end();
  /// Where the next token would begin.
  std::uint32_t next_begin();

 private:
  const Grammar& grammar_;
  std::string_view text_;
  TerminalSet skips_, immediate_, all_;
  std::uint32_t at_ = 0;
  ScanMemory memory_;
  std::vector<Ending> scratch_;
};

}  // namespace grabr
