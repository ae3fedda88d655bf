// The position of the regular-expression parser, and reading of characters and escapes there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/lex/regex_notation.h"
#include "grammar/lex/regex_problem.h"
#include "grammar/model/char_class.h"

namespace grabr {

/// The meaning of a character or an escape.
struct RegexAtom {
  CharClass chars;
  bool single = false;     ///< a single code point; may begin or end a range
  std::uint32_t code = 0;  ///< that code point
};

/// Thrown to parse_regex when a problem is found; never leaves it.
struct RegexRefused {
  RegexProblem problem;
};

class RegexCursor {
 public:
  RegexCursor(std::string_view text, const RegexNotation& notation)
      : text_(text), notation_(&notation) {}

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  std::string_view rest() const { return text_.substr(at_); }
  bool next_is(std::string_view what) const { return rest().starts_with(what); }
  /// Skips `what` if it comes next.
  bool eat(std::string_view what);
  void move(std::size_t bytes = 1) { at_ = std::min(at_ + bytes, text_.size()); }
  /// Moves to the next `sign`. If there is none, moves to the end and returns false.
  bool move_to(char sign);
  void go_back(std::size_t at) { at_ = at; }
  /// The text from `begin` up to here.
  std::string since(std::size_t begin) const;

  /// Reads a decimal number; anything above `limit` is returned as limit + 1.
  std::uint32_t number(std::uint32_t limit);
  /// Reads one literal character or an escape.
  RegexAtom atom();
  /// The set of [:name:], if there is one.
  std::optional<CharClass> posix_class(std::string_view name) const;

  /// Throws RegexRefused for the text from `begin` to `end` (or to the end of the text).
  [[noreturn]] void fail(std::size_t begin, std::size_t end, std::string message,
                         std::string hint) const;

 private:
  std::uint32_t character();
  RegexAtom escape();
  RegexAtom strict_escape(std::size_t begin);
  RegexAtom lex_escape();
  CharClass property();
  const CharClass& space() const;
  [[noreturn]] void refuse_escape(std::size_t begin, char c) const;
  std::uint32_t hex_digits(std::size_t begin, std::size_t count);
  std::uint32_t braced_hex(std::size_t begin);
  std::uint32_t checked_code(std::size_t begin, std::uint32_t code) const;

  std::string_view text_;
  const RegexNotation* notation_;
  std::size_t at_ = 0;
};

inline bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace grabr
