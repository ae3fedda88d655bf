// A row of a screen: styled words, never wider than allowed. It becomes text for terminals with and
// without colours, with and without UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

enum class Tone : std::uint8_t {
  kPlain,
  kStrong,    ///< bold: the most important facts
  kFaint,     ///< labels, rules, unimportant text
  kGood,      ///< green: new text, gains
  kGone,      ///< red: deleted text
  kWarning,   ///< yellow: paused, hung
  kGraph,     ///< blue
  kSelected,  ///< reversed
  // Kinds of tokens. Comments are kFaint, names kPlain.
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

  /// Adds words, as far as there is room. Control characters become `?`; a tab advances to the next
  /// multiple of four columns.
  StyledRow& add(std::string_view words, Tone tone = Tone::kPlain);
  /// Adds as much of the words as fits, and returns how many bytes that is.
  std::size_t add_some(std::string_view words, Tone tone);
  /// Spaces up to a column.
  StyledRow& to(std::size_t column);
  /// Adds words that end at the last column; nothing if there is no room.
  StyledRow& right(std::string_view words, Tone tone = Tone::kPlain);
  /// Fills the rest with one character, such as "─".
  StyledRow& fill(std::string_view character, Tone tone = Tone::kFaint);

  std::size_t width() const { return width_; }
  std::size_t room() const { return columns_ - width_; }
  /// Appends the other row's words.
  StyledRow& append(const StyledRow& other);

  /// The row's text, with escape sequences for its tones if there are colours.
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

/// The number of columns that the words take.
std::size_t shown_columns(std::string_view words);

/// "1,234,567"
std::string grouped(std::uint64_t number);

/// Breaks words anywhere into at most `rows` rows of `columns`.
std::vector<std::string> broken_words(std::string_view words, std::size_t columns,
                                      std::size_t rows);

/// Breaks words at spaces into rows of `columns`.
std::vector<std::string> filled_words(std::string_view words, std::size_t columns);

}  // namespace grabr
