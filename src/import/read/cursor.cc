#include "import/read/cursor.h"

#include <algorithm>
#include <utility>

#include "grammar/model/char_class.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {
bool ImportCursor::move_past(std::string_view sign) {
  const std::size_t found = text_.find(sign, at_);
  at_ = found == std::string_view::npos ? text_.size() : found + sign.size();
  return found != std::string_view::npos;
}

/// Skips comments as in C.
bool ImportCursor::skip_comment() {
  const std::size_t begin = at_;
  if (next_is("//")) move_past("\n");
  else if (!next_is("/*")) return false;
  else if (move(2); !move_past("*/")) error(begin, "this comment is not closed");
  return true;
}

void ImportCursor::skip_quoted(char quote) {
  const std::size_t begin = at_++;
  while (!at_end() && peek() != quote) {
    // A single quotation mark in code or a comment ends at the line end.
    if (peek() == '\n') {
      at_ = begin + 1;
      return;
    }
    at_ += peek() == '\\' ? 2 : 1;
  }
  move();
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

ImportPlace ImportCursor::place(std::size_t begin) const {
  const std::size_t from = std::min(begin, text_.size());
  const std::size_t to = std::max(from, std::min(at_, text_.size()));
  return {file_, {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)}};
}

void ImportCursor::error(std::size_t begin, std::string message) {
  Span span = place(begin).span;
  span.end = std::max(span.end, std::min(span.begin + 1, static_cast<std::uint32_t>(text_.size())));
  problems_.error(span, std::move(message));
}

std::uint32_t next_character(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return 0;
  const TextUnit unit = unit_at(text, at);
  at += std::max<std::uint32_t>(unit.length, 1);
  return unit.value;
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
