// The problems found while loading one grammar file, and the places that they point to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/diagnostic.h"
#include "text/source.h"

namespace grabr {

/// Text from a JSON string that knows where in the file each of its bytes was written, so that a
/// caret can point into a rule even if it was escaped or rewritten.
class PlacedText {
 public:
  PlacedText() = default;
  /// `text` is the decoded value of the JSON string literal (including quotes) at `literal` in
  /// `file`.
  PlacedText(std::string text, std::string_view file, Span literal);

  const std::string& text() const { return text_; }
  /// The place in the file of text()[begin, end).
  Span span(std::size_t begin, std::size_t end) const;
  Span span() const { return span(0, text_.size()); }

  PlacedText part(std::size_t begin, std::size_t end) const;
  /// Replaces [begin, end) by `by`; the new bytes get the place of the old ones.
  void replace(std::size_t begin, std::size_t end, std::string_view by);
  void append(const PlacedText& more);

 private:
  std::string text_;
  std::vector<std::uint32_t> places_{0};  ///< by byte: its offset in the file; then the offset of
                                          ///< the end
};

/// Collects the problems found while loading one grammar file.
struct Problems {
  std::vector<Diagnostic> list;
  /// Some text could not be parsed, so the names it uses are not known. Warnings about unused names
  /// (unreachable, unproductive) would then mislead.
  bool incomplete = false;

  void error(Span span, std::string message, std::string hint = {}) {
    add(Severity::kError, span, std::move(message), std::move(hint));
  }
  void warning(Span span, std::string message, std::string hint = {}) {
    add(Severity::kWarning, span, std::move(message), std::move(hint));
  }
  void note(Span span, std::string message, std::string hint = {}) {
    add(Severity::kNote, span, std::move(message), std::move(hint));
  }
  /// An error after which it is not known which names the text at `span` uses.
  void unreadable(Span span, std::string message, std::string hint = {}) {
    incomplete = true;
    error(span, std::move(message), std::move(hint));
  }

 private:
  void add(Severity severity, Span span, std::string message, std::string hint) {
    list.push_back({severity, span, std::move(message), std::move(hint)});
  }
};

/// "`name`": messages quote text from the file like this.
inline std::string ticked(std::string_view name) { return "`" + std::string(name) + "`"; }

/// "did you mean `word`?", or nothing if `word` is empty.
inline std::string did_you_mean(const std::string& word) {
  return word.empty() ? std::string() : "did you mean " + ticked(word) + "?";
}

}  // namespace grabr
