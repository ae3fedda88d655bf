// Tested by tests/cli/styled_row_test.cc.
#include "cli/show/styled_row.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::size_t kTab = 4;

std::string_view begin_of(Tone tone) {
  switch (tone) {
    case Tone::kPlain: break;
    case Tone::kStrong: return "\x1b[1m";
    case Tone::kFaint: return "\x1b[2m";
    case Tone::kGood: return "\x1b[32m";
    case Tone::kGone: return "\x1b[31m";
    case Tone::kWarning: return "\x1b[33m";
    case Tone::kGraph: return "\x1b[34m";
    case Tone::kSelected: return "\x1b[7m";
    case Tone::kKeyword: return "\x1b[35m";
    case Tone::kString: return "\x1b[32m";
    case Tone::kNumber: return "\x1b[36m";
  }
  return {};
}

struct Plainer {
  std::string_view fine, plain;
};

/// The non-ASCII characters of rows, and their replacements in ASCII.
constexpr Plainer kPlainer[] = {{"→", ">"}, {"─", "-"}, {"│", "|"}, {"●", "*"}, {"○", "."},
                                {"…", "~"}, {"·", "-"}, {"▁", "."}, {"▂", "."}, {"▃", "."},
                                {"▄", ":"}, {"▅", ":"}, {"▆", ":"}, {"▇", "#"}, {"█", "#"},
                                {"↑", "^"}, {"↓", "v"}, {"✓", "x"}};

std::string in_ascii(std::string_view words) {
  std::string text;
  for (std::size_t at = 0; at < words.size();) {
    const std::string_view one = words.substr(at, code_point_length(words, at));
    at += one.size();
    const auto* const row = std::find_if(std::begin(kPlainer), std::end(kPlainer),
                                         [&](const Plainer& p) { return p.fine == one; });
    if (row != std::end(kPlainer)) text += row->plain;
    else if (static_cast<unsigned char>(one[0]) < 0x80) text += one;
    else text.append(display_width(code_point_value(one)), '?');
  }
  return text;
}

/// Calls `take` with the printable form and the width of each code point until `take` returns
/// false. Returns how many bytes were taken.
template <typename Take>
std::size_t each_shown(std::string_view words, std::size_t column, const Take& take) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t length = utf8_length(words, at);
    std::string_view one = words.substr(at, std::max<std::size_t>(length, 1));
    const std::size_t begin = std::exchange(at, at + one.size());
    std::string tab;
    if (one == "\t") one = tab = std::string(kTab - column % kTab, ' ');
    else if (length == 0 || steers_display(code_point_value(one))) one = "?";
    const std::size_t columns = tab.empty() ? display_width(code_point_value(one)) : tab.size();
    if (!take(one, columns)) return begin;
    column += columns;
  }
  return words.size();
}

}  // namespace

std::size_t StyledRow::add_some(std::string_view words, Tone tone) {
  std::string shown;
  const std::size_t taken =
      each_shown(words, width_, [&](std::string_view one, std::size_t columns) {
        if (width_ + columns > columns_) return false;
        shown += one;
        width_ += columns;
        return true;
      });
  if (!shown.empty()) pieces_.push_back({std::move(shown), tone});
  return taken;
}

StyledRow& StyledRow::add(std::string_view words, Tone tone) {
  add_some(words, tone);
  return *this;
}

StyledRow& StyledRow::to(std::size_t column) {
  if (column > width_) add(std::string(column - width_, ' '));
  return *this;
}

StyledRow& StyledRow::right(std::string_view words, Tone tone) {
  const std::size_t columns = shown_columns(words);
  if (width_ + 1 + columns > columns_) return *this;
  return to(columns_ - columns).add(words, tone);
}

StyledRow& StyledRow::fill(std::string_view character, Tone tone) {
  std::string words;
  for (std::size_t i = room(); i > 0; --i) words += character;
  return add(words, tone);
}

StyledRow& StyledRow::append(const StyledRow& other) {
  for (const Piece& piece : other.pieces_) add(piece.words, piece.tone);
  return *this;
}

std::string StyledRow::text(const ScreenStyle& style) const {
  std::string text;
  for (const Piece& piece : pieces_) {
    const std::string_view begin = style.colour ? begin_of(piece.tone) : std::string_view();
    text += begin;
    text += style.utf8 ? piece.words : in_ascii(piece.words);
    if (!begin.empty()) text += "\x1b[m";
  }
  if (!style.colour) text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::size_t shown_columns(std::string_view words) {
  std::size_t width = 0;
  each_shown(words, 0, [&](std::string_view, std::size_t columns) {
    width += columns;
    return true;
  });
  return width;
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::vector<std::string> broken_words(std::string_view words, std::size_t columns,
                                      std::size_t rows) {
  std::vector<std::string> broken;
  if (rows == 0 || columns == 0) return broken;
  std::string row;
  std::size_t width = 0;
  each_shown(words, 0, [&](std::string_view one, std::size_t wide) {
    if (width + wide > columns) {
      broken.push_back(std::exchange(row, {}));
      width = 0;
    }
    if (broken.size() == rows) return false;
    row += one;
    width += wide;
    return true;
  });
  if (broken.size() < rows) broken.push_back(std::move(row));
  return broken;
}

std::vector<std::string> filled_words(std::string_view words, std::size_t columns) {
  std::vector<std::string> rows;
  std::string row;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    const bool fits = row.empty() || shown_columns(row) + 1 + shown_columns(word) <= columns;
    if (!fits) rows.push_back(std::exchange(row, {}));
    if (!row.empty()) row += ' ';
    row += word;
  }
  if (!row.empty()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace grabr
