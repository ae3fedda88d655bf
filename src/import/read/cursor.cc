#include "import/read/cursor.h"

#include <algorithm>
#include <utility>

#include "grammar/model/char_class.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMostPatternCount = 1000;

bool is_name_byte(char c) { return is_word(c) || static_cast<unsigned char>(c) >= 0x80; }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint32_t hexadecimal(std::string_view text, std::size_t& at, std::size_t most) {
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < most && at < text.size() && hex_value(text[at]) >= 0; ++i, ++at) {
    code = std::min<std::uint32_t>(code, kLastCodePoint) * 16 +
           static_cast<std::uint32_t>(hex_value(text[at]));
  }
  return std::min(code, kLastCodePoint);
}

}  // namespace

bool ImportCursor::move_past(std::string_view sign) {
  const std::size_t found = text_.find(sign, at_);
  move_to(found == std::string_view::npos ? found : found + sign.size());
  return found != std::string_view::npos;
}

bool ImportCursor::skip_comment() {
  for (const std::string& sign : comments_.to_line_end) {
    if (!next_is(sign)) continue;
    move_past("\n");
    return true;
  }
  if (comments_.open.empty() || !next_is(comments_.open)) return false;
  const std::size_t begin = at_;
  move(comments_.open.size());
  if (!move_past(comments_.close)) error(begin, "this comment is not closed");
  return true;
}

void ImportCursor::skip() {
  while (!at_end()) {
    if (is_space(peek())) {
      ++at_;
    } else if (at_ == 0 && next_is("\xEF\xBB\xBF")) {
      at_ += 3;
    } else if (!skip_comment()) {
      return;
    }
  }
}

bool ImportCursor::eat(std::string_view what) {
  if (!next_is(what)) return false;
  at_ += what.size();
  skip();
  return true;
}

bool ImportCursor::eat_word(std::string_view word) {
  return next_is(word) && !is_name_byte(peek(word.size())) && eat(word);
}

bool ImportCursor::at_name() const {
  return !at_end() && is_name_byte(peek()) && !(peek() >= '0' && peek() <= '9');
}

std::string ImportCursor::name(std::string_view more) {
  const std::size_t begin = at_;
  while (!at_end() && (is_name_byte(peek()) || (at_ > begin && more.find(peek()) != more.npos))) {
    ++at_;
  }
  std::string found(text_.substr(begin, at_ - begin));
  if (!found.empty()) skip();
  return found;
}

void ImportCursor::skip_quoted(char quote) {
  const std::size_t begin = at_++;
  while (!at_end() && peek() != quote) {
    // A lone quotation mark in code or a comment: the line ends it.
    if (peek() == '\n') {
      at_ = begin + 1;
      return;
    }
    at_ += peek() == '\\' ? 2 : 1;
  }
  move();
}

void ImportCursor::skip_past(char end) {
  while (!at_end() && peek() != end) {
    if (peek() == '\'' || peek() == '"') {
      skip_quoted(peek());
    } else if (peek() == '{') {
      bracketed('{', '}');
    } else if (!skip_comment()) {
      move();
    }
  }
  move();
  skip();
}

std::string ImportCursor::bracketed(char open, char close) {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  while (!at_end()) {
    const char c = peek();
    if (c == '\'' || c == '"') {
      skip_quoted(c);
      continue;
    }
    if (c == '\\') move();
    else if (skip_comment()) continue;
    else if (c == open) ++depth;
    else if (c == close && --depth == 0) break;
    move();
  }
  if (at_end()) error(begin, std::string("this ") + open + " is not closed");
  const std::size_t end = std::max(at_, begin + 1);
  move();
  return std::string(text_.substr(begin + 1, end - begin - 1));
}

std::string ImportCursor::quoted_text(bool octal) {
  const std::size_t begin = at_;
  const char quote = peek();
  move();
  std::string text;
  while (!at_end() && peek() != quote && peek() != '\n') {
    const char c = peek();
    move();
    if (c == '\\') text += escaped_text(octal);
    else text += c;
  }
  if (peek() != quote) error(begin, "this text is not closed");
  move();
  return text;
}

/// What stands behind a backslash.
std::string ImportCursor::escaped_text(bool octal) {
  const auto is_octal = [&] { return peek() >= '0' && peek() <= '7'; };
  if (octal && is_octal()) {
    std::uint32_t value = 0;
    for (int digits = 0; digits < 3 && is_octal(); ++digits, move()) {
      value = value * 8 + static_cast<std::uint32_t>(peek() - '0');
    }
    return {static_cast<char>(value)};
  }
  std::size_t length = 0;
  const std::uint32_t code = escaped_character(rest(), length);
  move(length);
  return bytes_of(code);
}

ImportPlace ImportCursor::place(std::size_t begin) const {
  const std::size_t from = std::min(begin, text_.size());
  const std::size_t to = std::max(from, std::min(at_, text_.size()));
  return {file_, {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)}};
}

void ImportCursor::error(std::size_t begin, std::string message, std::string hint) {
  Span span = place(begin).span;
  span.end = std::max(span.end, std::min(span.begin + 1, static_cast<std::uint32_t>(text_.size())));
  problems_.error(span, std::move(message), std::move(hint));
}

std::uint32_t next_character(std::string_view text, std::size_t& at) {
  const TextUnit unit = unit_at(text, at);
  at += std::max<std::uint32_t>(unit.length, 1);
  return unit.value;
}

bool PatternCursor::eat(std::string_view what) {
  if (!text_.substr(std::min(at_, text_.size())).starts_with(what)) return false;
  at_ += what.size();
  return true;
}

bool PatternCursor::eat_repetition(std::uint32_t& min, std::uint32_t& max, bool may_miss) {
  min = 0;
  max = Phrase::kUnlimited;
  if (eat("?")) max = 1;
  else if (eat("+")) min = 1;
  else return eat("*") || eat_counts(min, max, may_miss);
  return true;
}

bool PatternCursor::eat_counts(std::uint32_t& min, std::uint32_t& max, bool may_miss) {
  const std::size_t begin = at_;
  if (eat("{") && (is_digit(peek()) || (may_miss && peek() == ','))) {
    min = number(0);
    max = eat(",") ? number(Phrase::kUnlimited) : min;
    if (eat("}")) return true;
  }
  at_ = begin;
  return false;
}

std::uint32_t PatternCursor::number(std::uint32_t otherwise) {
  if (!is_digit(peek())) return otherwise;
  std::uint32_t value = 0;
  for (; is_digit(peek()); ++at_) {
    value = std::min(value * 10 + static_cast<std::uint32_t>(peek() - '0'), kMostPatternCount);
  }
  return value;
}

std::uint32_t escaped_character(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return '\\';
  const char c = text[at];
  if (static_cast<unsigned char>(c) >= 0x80) return next_character(text, at);
  ++at;
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'b': return '\b';
    case 'a': return '\a';
    case 'e': return 0x1B;
    case '0': return 0;
    case 'x': return hexadecimal(text, at, 2);
    case 'U': return hexadecimal(text, at, 8);
    case 'u': {
      if (at < text.size() && text[at] == '{') {
        ++at;
        const std::uint32_t code = hexadecimal(text, at, 8);
        if (at < text.size() && text[at] == '}') ++at;
        return code;
      }
      return hexadecimal(text, at, 4);
    }
    default: return static_cast<unsigned char>(c);
  }
}

std::string unescaped(std::string_view text, bool octal) {
  const auto is_octal = [&](std::size_t at) {
    return at < text.size() && is_one_of(text[at], "01234567");
  };
  std::string undone;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      undone += text[at++];
    } else if (octal && is_octal(at + 1)) {
      std::uint32_t value = 0;
      const std::size_t end = at + 4;
      while (++at < end && is_octal(at))
        value = value * 8 + static_cast<std::uint32_t>(text[at] - '0');
      undone += static_cast<char>(value);
    } else {
      undone += bytes_of(escaped_character(text, ++at));
    }
  }
  return undone;
}

CharClass character_class(std::string_view written, std::string_view code) {
  written = written.substr(1, written.size() - 2);
  const bool negated = written.starts_with('^');
  std::size_t at = negated ? 1 : 0;
  const auto one = [&] {
    if (!code.empty() && written.substr(at).starts_with(code)) {
      return hexadecimal(written, at += code.size(), 8);
    }
    const bool escape = written[at] == '\\' && at + 1 < written.size();
    return escape ? escaped_character(written, ++at) : next_character(written, at);
  };
  CharClass set;
  while (at < written.size()) {
    const std::uint32_t low = one();
    const bool range = at + 1 < written.size() && written[at] == '-';
    const std::uint32_t high = range ? (++at, one()) : low;
    if (high >= low) set.add({low, high});
  }
  return negated ? set.complement() : set;
}

std::string bytes_of(std::uint32_t unit) {
  if (unit >= kFirstStray) return {static_cast<char>(0x80 + (unit - kFirstStray))};
  std::string bytes;
  append_utf8(bytes, unit);
  return bytes;
}

}  // namespace grabr
