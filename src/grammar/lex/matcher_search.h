// Finds the end of a matcher's token: a nested one, such as a comment that may contain comments, or
// one with delimiters (grammar/lex/delimiter_search.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/lex/delimiter_search.h"
#include "grammar/lex/scan_memory.h"
#include "grammar/model/grammar.h"
#include "grammar/model/matcher.h"

namespace grabr {

/// The end of the nested token opened just before text[opened], or npos if it has none.
std::size_t nested_end(const Matcher& matcher, std::string_view text, std::size_t opened,
                       NestedMemory* memory);

/// Finds the end of a matcher's token, given its opener.
class MatcherSearch {
 public:
  /// `number` is its index among the grammar's matchers.
  MatcherSearch(const Matcher& matcher, std::uint32_t number);

  SymbolId symbol = kNoSymbol;
  std::uint32_t accepts = 0;  ///< the lexer's set that contains only this terminal

  /// The end of the token whose opener is text[begin…opened), or npos if it has none.
  std::size_t end(std::string_view text, std::size_t begin, std::size_t opened,
                  ScanMemory* memory) const;
  /// The number of bytes after that end which may affect it.
  std::size_t past_end() const { return matcher_.open.size() + 2; }
  /// A shortest token with that opener.
  std::string shortest_text(const std::string& opener) const;

 private:
  Matcher matcher_;
  std::uint32_t number_;
  std::optional<DelimiterSearch> delimiter_;
};

}  // namespace grabr
