// Tokens whose end depends on how they begin, which no regular expression can say: nested comments,
// raw strings, here-documents. A matcher is an opener, which is a regular expression and part of
// the lexer's automaton, and a search for the end that begins where the opener was found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grabr {

struct Matcher {
  enum class Kind : std::uint8_t {
    kNested,     ///< from `open` to the `close` that belongs to it
    kDelimited,  ///< to the first text that repeats the opener's delimiter
    kHeredoc,    ///< to the line that repeats it
  };
  /// One way to open: what stands around the delimiter, as regular expressions.
  struct Opener {
    std::string before;
    std::string after;
    bool indented = false;  ///< kHeredoc: the last line may be indented

    bool operator==(const Opener&) const = default;
  };

  Kind kind = Kind::kNested;
  std::string open;             ///< kNested: a text
  /// kNested: a text; kDelimited: what the end has before the delimiter.
  std::string close;
  std::string close_after;      ///< kDelimited: and after it
  std::string delimiter;        ///< regular expression
  std::vector<Opener> openers;  ///< kDelimited, kHeredoc
  std::string indent = " \t";   ///< kHeredoc: bytes that indent
  bool ends_at_word = false;    ///< kHeredoc: more text may follow the delimiter on its line

  bool operator==(const Matcher&) const = default;
};

/// A delimiter of more bytes is none.
inline constexpr std::uint32_t kLongestDelimiter = 256;

}  // namespace grabr
