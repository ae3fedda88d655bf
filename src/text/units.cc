#include "text/units.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::array<std::string_view, 4> kUnitNames = {"chars", "bytes", "tokens", "lines"};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

/// Finds where tokens end. Strings end on their line; where a quote finds no partner it is a
/// character of its own, and so are all of its kind up to the end of that line: no line is
/// searched twice for the same quote.
class TokenCutter {
 public:
  explicit TokenCutter(std::string_view text) : text_(text) {}

  /// End of the token at `at`, the white space after it included.
  std::size_t token_end(std::size_t at) {
    if (!is_space(text_[at])) at = core_end(at);
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at;
  }

 private:
  std::string_view text_;
  std::array<std::size_t, 3> unclosed_until_{};  // per kind of quote

  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  /// Bytes of the word character at `at`; 0 when there is none.
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

  std::size_t string_end(std::size_t at) {
    const char quote = text_[at];
    std::size_t& unclosed = unclosed_until_[quote == '"' ? 0 : quote == '\'' ? 1 : 2];
    if (at < unclosed) return at + 1;
    for (std::size_t i = at + 1; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == quote) return i + 1;
      if (text_[i] == '\\' && peek(i + 1) != '\n') ++i;
    }
    unclosed = end_of_line(text_, at);
    return at + 1;
  }

  std::size_t core_end(std::size_t at) {
    if (is_digit(text_[at])) return number_end(at);
    if (is_quote(text_[at])) return string_end(at);
    return word_part(at) > 0 ? word_end(at) : at + 1;
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

}  // namespace

std::string unit_names() {
  std::string names;
  for (const std::string_view name : kUnitNames) names += (names.empty() ? "" : " ") + std::string(name);
  return names;
}

std::string_view unit_name(Unit unit) { return kUnitNames[static_cast<std::size_t>(unit)]; }

std::optional<Unit> unit_by_name(std::string_view name) {
  const auto found = std::find(kUnitNames.begin(), kUnitNames.end(), name);
  if (found == kUnitNames.end()) return std::nullopt;
  return static_cast<Unit>(found - kUnitNames.begin());
}

std::vector<Span> split_units(std::string_view text, Unit unit) {
  switch (unit) {
    case Unit::kChars:
      return cut(text, [text](std::size_t at) { return at + code_point_length(text, at); });
    case Unit::kBytes:
      return cut(text, [](std::size_t at) { return at + 1; });
    case Unit::kTokens:
      return cut(text, [cutter = TokenCutter(text)](std::size_t at) mutable {
        return cutter.token_end(at);
      });
    case Unit::kLines:
      return cut(text, [text](std::size_t at) { return end_of_line(text, at); });
  }
  return {};
}

}  // namespace grabr
