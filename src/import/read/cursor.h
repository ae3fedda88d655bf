// Reads files by recursive descent: places, characters, and the ways in which other tools' grammars
// write characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/escapes.h"
#include "grammar/model/problems.h"
#include "import/model/phrase.h"
#include "text/source.h"

namespace grabr {

class ImportCursor {
 public:
  ImportCursor(const Source& source, std::uint32_t file, Problems& problems)
      : text_(source.bytes()), file_(file), problems_(problems) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::uint32_t at() const { return static_cast<std::uint32_t>(at_); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool next_is(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void move(std::size_t bytes = 1) { at_ += std::min(bytes, rest().size()); }
  std::string_view rest() const { return text_.substr(std::min(at_, text_.size())); }
  /// Moves past the next `sign`. If there is none, moves to the end of the file and returns false.
  bool move_past(std::string_view sign);
  /// The code in the brackets that begin here, without the brackets. Quotes, comments and brackets
  /// inside are understood.
  std::string bracketed(char open, char close);

  ImportPlace place(std::size_t begin) const;
  void error(std::size_t begin, std::string message);

 private:
  bool skip_comment();
  void skip_quoted(char quote);

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t file_;
  Problems& problems_;
};

/// The text with its escapes replaced; `octal`: also C's numbers, each a byte.
std::string unescaped(std::string_view text, bool octal = false);
/// The next character as code point or stray byte, 0 at the end; moves `at` past it.
std::uint32_t next_character(std::string_view text, std::size_t& at);
/// The set of [a-z\n] or [^"]; `code` is the prefix of hexadecimal characters: #x in W3C's
/// notation.
CharClass character_class(std::string_view written, std::string_view code = {});
/// The bytes of the unit.
std::string bytes_of(std::uint32_t unit);

}  // namespace grabr
