// A regular expression that is searched in what a command wrote.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace grabr {

/// An expression in RE2's notation. "^" and "$" match at lines, "." matches no line end; behind the
/// line end that ends the text there is no further line. Text that is UTF-8 is read as such, other
/// text (and an expression that is none) byte by byte. Time is linear in the text.
class OutputPattern {
 public:
  /// `option` ("--stderr") is for messages. Throws Error(kInvalid) with what is wrong, and where.
  OutputPattern(const std::string& option, const std::string& expression);
  ~OutputPattern();
  OutputPattern(OutputPattern&&) noexcept;
  OutputPattern& operator=(OutputPattern&&) noexcept;

  bool is_in(std::string_view text) const { return find(text).has_value(); }
  /// The first match, a part of `text`; it may be empty.
  std::optional<std::string_view> find(std::string_view text) const;

 private:
  std::unique_ptr<re2::RE2> characters_;  // null: the expression is not UTF-8
  std::unique_ptr<re2::RE2> bytes_;       // null: it needs characters that are no bytes
};

}  // namespace grabr
