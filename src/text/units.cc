#include "text/units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

std::size_t QuotedStrings::end(std::size_t at) {
  const char quote = text_[at];
  std::size_t& unclosed = unclosed_until_[quote == '"' ? 0 : quote == '\'' ? 1 : 2];
  if (at < unclosed) return at + 1;
  std::size_t i = at + 1;
  for (; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == quote) return i + 1;
    if (text_[i] == '\\' && i + 1 < text_.size() && text_[i + 1] != '\n') ++i;
  }
  unclosed = i;
  return at + 1;
}

namespace {

// Splits texts that are lists of values: `[1, 2, 3]`, `(a; b)`, `1,2,3`, `1 2 3` or one per line.

bool is_opener(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_closer(char c) { return c == ')' || c == ']' || c == '}'; }
bool is_separator(char c) { return c == ',' || c == ';'; }

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

class ListCutter {
 public:
  explicit ListCutter(std::string_view text) : text_(text), strings_(text) {}

  CutText cut() {
    find_inside();
    strings_ = QuotedStrings(text_);
    CutText cut;
    cut.before = span_of(0, begin_);
    cut.after = span_of(end_, text_.size());
    if (begin_ < end_) cut.pieces = pieces(separators());
    return cut;
  }

 private:
  std::string_view text_;
  QuotedStrings strings_;
  std::size_t begin_ = 0;  // start of the elements
  std::size_t end_ = 0;

  void trim() {
    while (begin_ < end_ && is_space(text_[begin_])) ++begin_;
    while (end_ > begin_ && is_space(text_[end_ - 1])) --end_;
  }

  /// Finds [begin_, end_), the range of the elements.
  void find_inside() {
    end_ = text_.size();
    trim();
    if (begin_ == end_ || !is_opener(text_[begin_]) || group_end(begin_) != end_) return;
    ++begin_;
    --end_;
    trim();
  }

  /// An apostrophe within a word is not a quote.
  bool opens_string(std::size_t at) const {
    return is_quote(text_[at]) && !(text_[at] == '\'' && at > 0 && is_word(text_[at - 1]));
  }

  /// Where the bracket at `at` is closed, taking nested brackets into account.
  std::optional<std::size_t> group_end(std::size_t at) {
    for (std::size_t depth = 0; at < text_.size();) {
      if (is_opener(text_[at])) ++depth;
      if (is_closer(text_[at]) && --depth == 0) return at + 1;
      at = opens_string(at) ? strings_.end(at) : at + 1;
    }
    return std::nullopt;
  }

  /// End of the white space, bracketed group, string or character at `at`.
  std::size_t step(std::size_t at) {
    if (is_opener(text_[at])) return group_end(at).value_or(end_);
    if (opens_string(at)) return strings_.end(at);
    if (!is_space(text_[at])) return at + 1;
    while (is_space(text_[at])) ++at;  // elements end with something other than white space
    return at;
  }

  /// Only white space, or else each `,` and `;` with the white space around it.
  std::vector<Span> separators() {
    std::vector<Span> blanks;
    std::vector<Span> marks;
    for (std::size_t at = begin_; at < end_;) {
      const std::size_t begin = at;
      at = step(at);
      if (is_space(text_[begin])) {
        const bool follows = !marks.empty() && marks.back().end == begin;
        if (follows) marks.back().end = static_cast<std::uint32_t>(at);
        else blanks.push_back(span_of(begin, at));
      } else if (is_separator(text_[begin])) {
        const bool follows = !blanks.empty() && blanks.back().end == begin;
        marks.push_back(span_of(follows ? blanks.back().begin : begin, at));
      }
    }
    return marks.empty() ? blanks : marks;
  }

  std::vector<CutText::Piece> pieces(const std::vector<Span>& separators) const {
    std::vector<CutText::Piece> pieces;
    Span glue = span_of(begin_, begin_);
    for (const Span separator : separators) {
      pieces.push_back({glue, span_of(glue.end, separator.begin)});
      glue = separator;
    }
    if (glue.end < end_ || pieces.empty()) pieces.push_back({glue, span_of(glue.end, end_)});
    else pieces.back().core.end = glue.end;
    return pieces;
  }
};

/// The brackets around the whole text stay, with the white space next to them. Elements are
/// separated by `,` and `;`, or by white space if there is neither, outside inner brackets and
/// quoted strings. A separator goes with the element after it, a final one with the last element.
CutText cut_value_list(std::string_view text) { return ListCutter(text).cut(); }

constexpr NamedValue<Unit> kUnits[] = {{"chars", Unit::kChars},   {"bytes", Unit::kBytes},
                                       {"tokens", Unit::kTokens}, {"lines", Unit::kLines},
                                       {"args", Unit::kArgs},     {"list", Unit::kList}};

std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

/// Finds where tokens end.
class TokenCutter {
 public:
  explicit TokenCutter(std::string_view text) : text_(text), strings_(text) {}

  /// End of the token at `at`, including the white space after it.
  std::size_t token_end(std::size_t at) {
    if (!is_space(text_[at])) at = core_end(at);
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at;
  }

 private:
  std::string_view text_;
  QuotedStrings strings_;

  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  /// Length of the word character at `at`; 0 if there is none.
  std::size_t word_part(std::size_t at) const {
    if (at >= text_.size()) return 0;
    if (is_letter(text_[at]) || is_digit(text_[at])) return 1;
    const std::size_t length = code_point_length(text_, at);
    return length > 1 ? length : 0;
  }

  std::size_t word_end(std::size_t at) const {
    while (const std::size_t length = word_part(at)) at += length;
    return at;
  }

  /// Numbers as most languages write them: 12, 0x1F, 1_000, 3.14f, 1e-9.
  std::size_t number_end(std::size_t at) const {
    const bool prefixed = peek(at) == '0' && is_letter(peek(at + 1));
    while (true) {
      at = word_end(at);
      const char last = text_[at - 1];
      const bool exponent = !prefixed && (last == 'e' || last == 'E');
      const bool sign = exponent && (peek(at) == '+' || peek(at) == '-');
      if ((sign || peek(at) == '.') && is_digit(peek(at + 1))) {
        ++at;
      } else {
        return at;
      }
    }
  }

  std::size_t core_end(std::size_t at) {
    if (is_digit(text_[at])) return number_end(at);
    if (is_quote(text_[at])) return strings_.end(at);
    return word_part(at) > 0 ? word_end(at) : at + 1;
  }
};

/// Finds where the arguments of a command line end. A quote without a partner is an ordinary
/// character; a backslash before a line end is white space.
class ArgumentCutter {
 public:
  explicit ArgumentCutter(std::string_view text) : text_(text) {}

  /// End of the argument at `at`, including the white space after it.
  std::size_t argument_end(std::size_t at) {
    while (at < text_.size() && blank(at) == 0) at = part_end(at);
    while (at < text_.size() && blank(at) > 0) at += blank(at);
    return at;
  }

 private:
  std::string_view text_;
  bool single_unclosed_ = false;
  bool double_unclosed_ = false;

  /// Length of the white space at `at`.
  std::size_t blank(std::size_t at) const {
    if (is_space(text_[at])) return 1;
    return text_.substr(at, 2) == "\\\n" ? 2 : 0;
  }

  std::size_t part_end(std::size_t at) {
    const char c = text_[at];
    if (c == '\'' && !single_unclosed_) return quoted_end(at, single_unclosed_);
    if (c == '"' && !double_unclosed_) return quoted_end(at, double_unclosed_);
    return std::min(at + (c == '\\' ? 2 : 1), text_.size());
  }

  /// Once a quote has no partner, later quotes of its kind are not searched for one.
  std::size_t quoted_end(std::size_t at, bool& unclosed) const {
    const char quote = text_[at];
    for (std::size_t i = at + 1; i < text_.size(); ++i) {
      if (text_[i] == quote) return i + 1;
      if (text_[i] == '\\' && quote == '"') ++i;
    }
    unclosed = true;
    return at + 1;
  }
};

template <typename End>
std::vector<Span> cut(std::string_view text, End end_of_unit) {
  std::vector<Span> spans;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_unit(at);
    spans.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
    at = end;
  }
  return spans;
}

std::vector<Span> elements(std::string_view text) {
  std::vector<Span> spans;
  for (const CutText::Piece& piece : cut_value_list(text).pieces) spans.push_back(piece.core);
  return spans;
}

}  // namespace

std::span<const NamedValue<Unit>> units() { return kUnits; }

std::string unit_names() {
  std::string names;
  for (const NamedValue<Unit>& row : kUnits) {
    names += (names.empty() ? "" : " ") + std::string(row.name);
  }
  return names;
}

std::string_view unit_name(Unit unit) { return name_of_value(unit, units()); }

std::optional<Unit> unit_by_name(std::string_view name) { return value_by_name(name, units()); }

std::vector<Span> split_units(std::string_view text, Unit unit) {
  switch (unit) {
    case Unit::kChars:
      return cut(text, [text](std::size_t at) { return at + code_point_length(text, at); });
    case Unit::kBytes: return cut(text, [](std::size_t at) { return at + 1; });
    case Unit::kTokens:
      return cut(text, [cutter = TokenCutter(text)](std::size_t at) mutable {
        return cutter.token_end(at);
      });
    case Unit::kLines: return cut(text, [text](std::size_t at) { return end_of_line(text, at); });
    case Unit::kArgs:
      return cut(text, [cutter = ArgumentCutter(text)](std::size_t at) mutable {
        return cutter.argument_end(at);
      });
    case Unit::kList: return elements(text);
  }
  return {};
}

CutText cut_text(std::string_view text, Unit unit) {
  if (unit == Unit::kList) return cut_value_list(text);
  CutText result;
  for (const Span span : split_units(text, unit)) {
    result.pieces.push_back({{span.begin, span.begin}, span});
  }
  return result;
}

}  // namespace grabr
