// Guesses at the cause of a failure from its surroundings: unmatched brackets, unterminated
// strings, misspelt words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parse/parse_result.h"

namespace grabr {

/// A text that begins like a token but is not one.
struct Unfinished {
  std::vector<SymbolId> terminals;  ///< one or two terminals that it could become
  std::string names;                ///< "STRING", "STRING or CHARACTER"
  Span text;                        ///< the beginning that matches
  enum class Stop { kEndOfText, kEndOfLine, kCharacter } stop = Stop::kCharacter;

  /// Would one of the terminals have been accepted at the failure?
  bool expected(const ParseFailure& failure) const;
};

/// The unfinished token at `offset`. Nothing if it could be one of many, or just part of a keyword:
/// then the whole word is wrong.
std::optional<Unfinished> unfinished_at(const Grammar& grammar, const Source& source,
                                        std::uint32_t offset);

/// The end of the word that begins at `offset`; `offset` if there is none.
std::uint32_t word_end(const Source& source, std::uint32_t offset);

/// Brackets never closed or never opened, comments that swallow the rest.
std::vector<std::string> remarks(const ParseFailure& failure, const Grammar& grammar,
                                 const Source& source);

/// "did you mean 'return'?", or a byte order mark; empty if there is nothing to suggest.
std::string hint_for(const ParseFailure& failure, const Grammar& grammar, const Source& source);

}  // namespace grabr
