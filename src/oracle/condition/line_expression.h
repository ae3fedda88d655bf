// Regular expressions for lines of a program's output.
#pragma once

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Finds the leftmost-longest match. Treats the line as bytes.
class Expression {
 public:
  explicit Expression(std::string_view pattern) : expression_(std::string(pattern), options()) {}

  bool find(std::string_view line, re2::StringPiece& part) const {
    return expression_.Match(re2::StringPiece(line.data(), line.size()), 0, line.size(),
                             re2::RE2::UNANCHORED, &part, 1);
  }
  bool is_in(std::string_view line) const {
    re2::StringPiece part;
    return find(line, part);
  }
  void remove_from(std::string& text) const { re2::RE2::Replace(&text, expression_, ""); }
  bool is_empty() const { return expression_.pattern().empty(); }

 private:
  static re2::RE2::Options options() {
    re2::RE2::Options options;
    options.set_longest_match(true);
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    options.set_log_errors(false);
    return options;
  }

  re2::RE2 expression_;
};

/// Makes one object for each row on the first call, and returns the same objects later.
template <class Made, class Row, class Of>
const std::vector<std::unique_ptr<Made>>& made_of(std::span<const Row> rows, Of of) {
  static const std::vector<std::unique_ptr<Made>> all = [&] {
    std::vector<std::unique_ptr<Made>> made;
    for (const Row& row : rows) made.push_back(std::make_unique<Made>(of(row)));
    return made;
  }();
  return all;
}

/// Removes the first line from the text, and returns it without its line end.
inline std::string_view first_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace grabr
