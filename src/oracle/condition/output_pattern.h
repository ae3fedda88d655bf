// A regular expression that is searched for in a command's output.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace grabr {

/// An expression in RE2's notation. "^" and "$" match at lines; "." does not match a line end; a
/// final line end is not followed by another, empty line. UTF-8 text is matched by characters,
/// other text (or with an expression that is not UTF-8) by bytes. Time is linear in the text.
class OutputPattern {
 public:
  /// `option` ("--stderr") is for messages. Throws Error(kInvalid) saying what is wrong, and where.
  OutputPattern(const std::string& option, const std::string& expression);
  ~OutputPattern();
  OutputPattern(OutputPattern&&) noexcept;
  OutputPattern& operator=(OutputPattern&&) noexcept;

  bool is_in(std::string_view text) const { return find(text).has_value(); }
  /// The first match that begins at or after `from`, a view into `text`; may be empty.
  std::optional<std::string_view> find(std::string_view text, std::size_t from = 0) const;

 private:
  std::unique_ptr<re2::RE2> characters_;  // null: the expression is not UTF-8
  std::unique_ptr<re2::RE2> bytes_;       // null: it needs characters that are not single bytes
};

}  // namespace grabr
