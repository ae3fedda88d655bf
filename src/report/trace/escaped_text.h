// A text as a JSON string, for a sequence of texts that mostly share both ends: only the differing
// part is escaped again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// The three pieces of a JSON string with its quotes. The outer two are valid as long as the
/// EscapedText.
struct JsonStringPieces {
  std::string_view before;
  std::string middle;
  std::string_view after;
};

class EscapedText {
 public:
  /// Sets the text that the next ones are compared with; one that is not valid UTF-8 is never used
  /// for that.
  void set(std::string_view text);
  /// The text, even if it is not valid UTF-8.
  std::string_view text() const { return text_; }

  /// Writes `text` as JSON to `pieces`, reusing their memory, and returns true; returns false if it
  /// is not valid UTF-8. Takes time proportional to the length, mostly for comparing bytes.
  bool escape(std::string_view text, JsonStringPieces& pieces) const;

 private:
  /// A place where the text and its JSON can be cut, between two characters.
  struct Mark {
    std::size_t text, json;
  };
  void forget_json();

  /// Ascending, from the beginning to the end; if the text is not valid UTF-8, only the beginning.
  std::vector<Mark> marks_ = {{0, 0}};
  std::string text_, json_;  ///< without the quotes
};

}  // namespace grabr
