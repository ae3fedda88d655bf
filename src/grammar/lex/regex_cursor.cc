#include "grammar/lex/regex_cursor.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

const CharClass kDigits{{'0', '9'}};
const CharClass kWord{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const CharClass kSpace{{'\t', '\r'}, {' ', ' '}};

RegexAtom one(std::uint32_t code) { return {CharClass{{code, code}}, true, code}; }
RegexAtom set(CharClass chars) { return {std::move(chars), false, 0}; }

int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool RegexCursor::eat(std::string_view what) {
  if (!next_is(what)) return false;
  at_ += what.size();
  return true;
}

std::string RegexCursor::since(std::size_t begin) const {
  return std::string(text_.substr(begin, at_ - begin));
}

void RegexCursor::fail(std::size_t begin, std::size_t end, std::string message,
                       std::string hint) const {
  const Span span{static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(std::min(end, text_.size()))};
  throw RegexRefused{{span, std::move(message), std::move(hint)}};
}

std::uint32_t RegexCursor::number(std::uint32_t limit) {
  std::uint32_t value = 0;
  for (; is_ascii_digit(peek()); ++at_) {
    value = std::min(value * 10 + static_cast<std::uint32_t>(peek() - '0'), limit + 1);
  }
  return value;
}

RegexAtom RegexCursor::atom() { return peek() == '\\' ? escape() : one(character()); }

std::uint32_t RegexCursor::character() {
  const TextUnit unit = unit_at(text_, at_);
  if (unit.value >= kFirstStray) {
    fail(at_, at_ + 1, "this byte is not UTF-8", "save the grammar file as UTF-8");
  }
  at_ += unit.length;
  return unit.value;
}

RegexAtom RegexCursor::escape() {
  const std::size_t begin = at_++;
  if (at_end()) {
    fail(begin, at_, "a \\ at the end escapes nothing", "write \\\\ for the character itself");
  }
  const char c = text_[at_];
  if (!is_ascii_letter(c) && !is_ascii_digit(c)) return one(character());
  ++at_;
  switch (c) {
    case 'n': return one('\n');
    case 't': return one('\t');
    case 'r': return one('\r');
    case 'f': return one('\f');
    case 'v': return one('\v');
    case 'd': return set(kDigits);
    case 'w': return set(kWord);
    case 's': return set(kSpace);
    case 'D': return set(kDigits.complement());
    case 'W': return set(kWord.complement());
    case 'S': return set(kSpace.complement());
    case 'x': return one(hex_digits(begin, 2));
    case 'u': return one(eat("{") ? braced_hex(begin) : hex_digits(begin, 4));
    case '0':
      if (!is_ascii_digit(peek())) return one(0);
      break;
    default: break;
  }
  refuse_escape(begin, c);
}

void RegexCursor::refuse_escape(std::size_t begin, char c) const {
  const std::string name = std::string("\\") + c;
  if (c == '0') {
    fail(begin, at_ + 1, "there are no octal escapes", "write \\xHH");
  }
  if (is_ascii_digit(c) || c == 'k') {
    fail(begin, at_, "back references are not possible in a token",
         "write the text out, or \\xHH for a character by its number");
  }
  if (c == 'b' || c == 'B' || c == 'A' || c == 'z' || c == 'Z' || c == 'G') {
    fail(begin, at_,
         "there are no anchors (" + name +
             "): a token begins where the one before it "
             "ends and takes the longest match",
         "leave it out");
  }
  if (c == 'p' || c == 'P') {
    fail(begin, at_, "Unicode properties are not supported",
         "write ranges, as in [A-Za-z_\\u00aa-\\u{10ffff}]");
  }
  fail(begin, at_, "the escape " + name + " does not exist",
       std::string("write ") + c + " for the letter, or \\xHH for a character by its number");
}

std::uint32_t RegexCursor::hex_digits(std::size_t begin, std::size_t count) {
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < count; ++i, ++at_) {
    const int digit = hex_value(peek());
    if (digit < 0) {
      fail(begin, at_, since(begin) + " needs " + std::to_string(count) + " hexadecimal digits",
           "write \\xHH, \\uHHHH or \\u{H...}");
    }
    code = code * 16 + static_cast<std::uint32_t>(digit);
  }
  return checked_code(begin, code);
}

std::uint32_t RegexCursor::braced_hex(std::size_t begin) {
  std::uint32_t code = 0;
  const std::size_t first = at_;
  for (; hex_value(peek()) >= 0 && code <= kLastCodePoint; ++at_) {
    code = code * 16 + static_cast<std::uint32_t>(hex_value(peek()));
  }
  if (code <= kLastCodePoint && (at_ == first || !eat("}"))) {
    fail(begin, at_, since(begin) + " needs hexadecimal digits and a }", "write \\u{1f600}");
  }
  return checked_code(begin, code);
}

std::uint32_t RegexCursor::checked_code(std::size_t begin, std::uint32_t code) const {
  if (code > kLastCodePoint) {
    fail(begin, at_, since(begin) + " is above the last code point", "write \\u{10ffff} at most");
  }
  if (code >= 0xD800 && code <= 0xDFFF) {
    fail(begin, at_, since(begin) + " is half a character (a surrogate)",
         "write the whole character, as in \\u{1f600}");
  }
  return code;
}

}  // namespace grabr
