// What can be seen around a failure besides what was found and expected: brackets without a
// partner, strings without an end, words that are nearly right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parse/parse_result.h"

namespace grabr {

/// A text that no token matches although it begins as one does.
struct Unfinished {
  std::vector<SymbolId> terminals;  ///< what it could become, one or two
  std::string names;      ///< "STRING", "STRING or CHARACTER"
  Span text;              ///< as far as the beginning goes
  enum class Stop { kEndOfText, kEndOfLine, kCharacter } stop = Stop::kCharacter;

  /// Could one of the terminals have stood at the failure?
  bool expected(const ParseFailure& failure) const;
};

/// The token that is left unfinished at `offset`; nothing where that could be one of many, or only
/// a word of the language: then the whole word is wrong.
std::optional<Unfinished> unfinished_at(const Grammar& grammar, const Source& source,
                                        std::uint32_t offset);

/// Where the word ends that begins at `offset`; `offset` where none does.
std::uint32_t word_end(const Source& source, std::uint32_t offset);

/// Brackets that were never closed or never opened, comments that swallow the rest.
std::vector<std::string> remarks(const ParseFailure& failure, const Grammar& grammar,
                                 const Source& source);

/// "did you mean 'return'?", a byte order mark; empty where nothing is known.
std::string hint_for(const ParseFailure& failure, const Grammar& grammar, const Source& source);

}  // namespace grabr
