// A text as a JSON string, of which the next texts mostly keep both ends: only what differs is
// escaped anew.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// The three pieces of a JSON string with its quotes. The outer ones live as long as the
/// EscapedText.
struct JsonStringPieces {
  std::string_view before;
  std::string middle;
  std::string_view after;
};

class EscapedText {
 public:
  /// Sets the text that the next ones resemble; one that is not valid UTF-8 resembles none.
  void set(std::string_view text);
  /// Also one that is not valid UTF-8.
  std::string_view text() const { return text_; }

  /// Writes `text` as JSON to `pieces`, whose memory is used again, and returns true; false if it
  /// is not valid UTF-8. Takes time in the length of the text, mostly that of comparing bytes.
  bool escape(std::string_view text, JsonStringPieces& pieces) const;

 private:
  /// Where the text and the JSON of it can be cut, between two characters.
  struct Mark {
    std::size_t text, json;
  };
  void forget_json();

  /// Ascending, from the begin to the end; only the begin of a text that is not valid UTF-8.
  std::vector<Mark> marks_ = {{0, 0}};
  std::string text_, json_;  ///< without the quotes
};

}  // namespace grabr
