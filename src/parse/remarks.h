// What can be seen around a failure besides what was found and expected: brackets without a partner,
// strings without an end, words that are nearly right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parse/parser.h"

namespace grabr {

/// A text that no token matches although it begins as one does.
struct Unfinished {
  std::string names;      ///< what it could become: "STRING", "STRING or CHARACTER"
  Span text;              ///< as far as the beginning goes
  enum class Stop { kEndOfInput, kEndOfLine, kCharacter } stop = Stop::kCharacter;
};
/// The token that is left unfinished at `offset`; nothing where that could be one of many.
std::optional<Unfinished> unfinished_at(const Grammar& grammar, const Source& source,
                                        std::uint32_t offset);

/// Brackets that were never closed or never opened, comments that swallow the rest.
std::vector<std::string> remarks(const ParseFailure& failure, const Grammar& grammar,
                                 const Source& source);

/// "did you mean 'return'?", a byte order mark; empty where nothing is known.
std::string hint_for(const ParseFailure& failure, const Grammar& grammar, const Source& source);

}  // namespace grabr
