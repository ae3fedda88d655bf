// Places in files that are read by recursive descent; characters, and how they are written in other
// tools' grammars.
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
  /// Moves to behind the next `sign`; to the end of the file and false if there is none.
  bool move_past(std::string_view sign);
  /// The code in brackets that begins here, without them: quotes, comments and brackets inside are
  /// understood.
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

/// A text with what backslashes say undone; `octal`: also C's numbers, a byte each.
std::string unescaped(std::string_view text, bool octal = false);
/// The next character as code point or stray byte, 0 at the end; moves `at` behind it.
std::uint32_t next_character(std::string_view text, std::size_t& at);
/// Of [a-z\n] or [^"]; `code` begins the hexadecimal number of a character: #x in W3C's.
CharClass character_class(std::string_view written, std::string_view code = {});
/// Its bytes.
std::string bytes_of(std::uint32_t unit);

}  // namespace grabr
