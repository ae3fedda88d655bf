// Parses the regular expressions of grammar files, and those of other tools, into syntax trees.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/lex/regex_notation.h"
#include "grammar/lex/regex_problem.h"
#include "grammar/model/char_class.h"

namespace grabr {

/// A regular expression as a tree. Its depth is at most kMaxRegexNesting, so walks may recurse.
struct Regex {
  enum class Kind : std::uint8_t {
    kClass,     ///< one unit from `chars`
    kSequence,  ///< parts in order; none = the empty string
    kChoice,    ///< one of the parts
    kRepeat,    ///< parts[0], `min` to `max` times
  };
  static constexpr std::uint32_t kUnlimited = ~std::uint32_t{0};

  Kind kind = Kind::kSequence;
  std::uint32_t min = 0;
  std::uint32_t max = kUnlimited;
  bool lazy = false;  ///< kRepeat: ends as early as it can
  CharClass chars;
  std::vector<Regex> parts;
};

inline constexpr std::uint32_t kMaxRegexNesting = 100;
inline constexpr std::uint32_t kMaxRegexCount = 1000;  ///< largest n and m of {n,m}

/// Either the tree or the first problem.
struct RegexParse {
  Regex regex;
  std::optional<RegexProblem> problem;
  std::size_t size = 0;  ///< number of bytes of the text that belong to it
  /// In other dialects: constructs left out because a token cannot have them: "an anchor",
  /// "look-around" …
  std::set<std::string> left_out = {};
};

/// Reads concatenation, `|`, `( )`, `(?: )`, `? * + {n} {n,} {n,m}`, also lazy (`*?`), `.`, classes
/// and escapes; in other dialects, everything they have.
RegexParse parse_regex(std::string_view text, const RegexNotation& notation);
inline RegexParse parse_regex(std::string_view text, bool ignore_case) {
  return parse_regex(text, {.ignore_case = ignore_case});
}

/// The expression for a fixed text.
Regex literal_regex(std::string_view text, bool ignore_case);

bool matches_empty(const Regex& regex);
/// Does the expression contain a lazy repetition?
bool has_lazy(const Regex& regex);

}  // namespace grabr
