// A row of a screen: words in styles, never wider than it may be. Makes text of them for terminals
// with and without colours, with and without UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

enum class Tone : std::uint8_t {
  kPlain,
  kStrong,    ///< bold: what matters most
  kFaint,     ///< labels, rules, what may be overlooked
  kGood,      ///< green: what is new in a text, gains
  kGone,      ///< red: what is gone from a text
  kWarning,   ///< yellow: paused, hung
  kGraph,     ///< blue
  kSelected,  ///< reversed
  // Tokens of a text; comments are faint, names plain.
  kKeyword,  ///< magenta
  kString,   ///< green
  kNumber,   ///< cyan
};

struct ScreenSize {
  std::size_t columns = 80, rows = 24;
  bool operator==(const ScreenSize&) const = default;
};

/// How a terminal shows a row.
struct ScreenStyle {
  bool colour = true;
  bool utf8 = true;
};

class StyledRow {
 public:
  explicit StyledRow(std::size_t columns) : columns_(columns) {}

  /// Adds words, as far as there is room; what cannot be shown (control characters) becomes `?`, a
  /// tab goes to the next column that is a multiple of four.
  StyledRow& add(std::string_view words, Tone tone = Tone::kPlain);
  /// As many of the words as there is room for; how many bytes of them.
  std::size_t add_some(std::string_view words, Tone tone);
  /// Spaces up to a column.
  StyledRow& to(std::size_t column);
  /// Words that end at the last column; nothing if they have no room.
  StyledRow& right(std::string_view words, Tone tone = Tone::kPlain);
  /// Fills the rest with one character, such as "─".
  StyledRow& fill(std::string_view character, Tone tone = Tone::kFaint);

  std::size_t width() const { return width_; }
  std::size_t room() const { return columns_ - width_; }
  /// Appends the other row's words.
  StyledRow& append(const StyledRow& other);

  /// With escape sequences for its tones, if there are colours.
  std::string text(const ScreenStyle& style) const;

 private:
  struct Piece {
    std::string words;
    Tone tone;
  };
  std::size_t columns_;
  std::size_t width_ = 0;
  std::vector<Piece> pieces_;
};

/// Columns that words take.
std::size_t shown_columns(std::string_view words);

/// "1,234,567"
std::string grouped(std::uint64_t number);

/// Words in rows of `columns`, broken anywhere, at most `rows` of them.
std::vector<std::string> broken_words(std::string_view words, std::size_t columns,
                                      std::size_t rows);

/// Words in rows of `columns`, broken at spaces.
std::vector<std::string> filled_words(std::string_view words, std::size_t columns);

}  // namespace grabr
