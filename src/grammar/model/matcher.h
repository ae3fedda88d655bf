// Tokens whose end depends on their beginning, which no regular expression can describe: nested
// comments, raw strings, here-documents. A matcher consists of an opener, a regular expression that
// is part of the lexer's automaton, and a search for the end that starts where the opener was
// found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grabr {

struct Matcher {
  enum class Kind : std::uint8_t {
    kNested,     ///< from `open` to its matching `close`
    kDelimited,  ///< to the first text that repeats the opener's delimiter
    kHeredoc,    ///< to the line that repeats the opener's delimiter
  };
  /// One form of opener: regular expressions for the text around the delimiter.
  struct Opener {
    std::string before;
    std::string after;
    bool indented = false;  ///< kHeredoc: the last line may be indented

    bool operator==(const Opener&) const = default;
  };

  Kind kind = Kind::kNested;
  std::string open;  ///< kNested: a fixed text
  /// kNested: a fixed text; kDelimited: the text before the repeated delimiter.
  std::string close;
  std::string close_after;      ///< kDelimited: the text after it
  std::string delimiter;        ///< regular expression of the delimiter
  std::vector<Opener> openers;  ///< kDelimited, kHeredoc
  std::string indent = " \t";   ///< kHeredoc: bytes that indent
  bool ends_at_word = false;    ///< kHeredoc: more text may follow the delimiter on its line

  bool operator==(const Matcher&) const = default;
};

/// A longer text is not a delimiter.
inline constexpr std::uint32_t kMaxDelimiterBytes = 256;

}  // namespace grabr
