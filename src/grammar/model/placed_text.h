// Text from a JSON string that knows where in the file each of its bytes was written, so that a
// caret can point into a rule even if it was escaped or rewritten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/source.h"

namespace grabr {

class PlacedText {
 public:
  PlacedText() = default;
  /// `text` is the decoded value of the JSON string literal (including quotes) at `literal` in
  /// `file`.
  PlacedText(std::string text, std::string_view file, Span literal);

  const std::string& text() const { return text_; }
  /// The place of text()[begin, end) in the file.
  Span span(std::size_t begin, std::size_t end) const;
  Span span() const { return span(0, text_.size()); }

  PlacedText part(std::size_t begin, std::size_t end) const;
  /// Replaces [begin, end) by `by`; the new bytes count as written where the old ones were.
  void replace(std::size_t begin, std::size_t end, std::string_view by);
  void append(const PlacedText& more);

 private:
  std::string text_;
  std::vector<std::uint32_t> places_{0};  ///< by byte: its offset in the file; then the end's
};

}  // namespace grabr
