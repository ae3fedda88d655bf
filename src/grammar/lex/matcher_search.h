// A matcher of the grammar, ready to find where a text ends that its opener has begun.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/lex/delimiter_search.h"
#include "grammar/model/grammar.h"
#include "grammar/model/matcher.h"
#include "grammar/lex/scan_memory.h"

namespace grabr {

class MatcherSearch {
 public:
  /// `number` is its place among the grammar's matchers.
  MatcherSearch(const Matcher& matcher, std::uint32_t number);

  SymbolId symbol = kNoSymbol;
  std::uint32_t accepts = 0;  ///< the lexer's set of this terminal alone

  /// Where the text ends whose opener is text[begin…opened), or npos when it never does.
  std::size_t end(std::string_view text, std::size_t begin, std::size_t opened,
                  ScanMemory* memory) const;
  /// A shortest text with that opener.
  std::string shortest_text(const std::string& opener) const;

 private:
  Matcher matcher_;
  std::uint32_t number_;
  std::optional<DelimiterSearch> delimiter_;
};

}  // namespace grabr
