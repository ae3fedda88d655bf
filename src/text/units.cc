#include "text/units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "text/ascii.h"
#include "text/quoted.h"
#include "text/utf8.h"
#include "text/value_list.h"

namespace grabr {
namespace {

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
