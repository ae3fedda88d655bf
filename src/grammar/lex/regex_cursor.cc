#include "grammar/lex/regex_cursor.h"

#include <algorithm>
#include <utility>

#include "grammar/model/escapes.h"
#include "text/ascii.h"

namespace grabr {
namespace {

const CharClass kDigits{{'0', '9'}};
const CharClass kWord{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const CharClass kSpace{{'\t', '\r'}, {' ', ' '}};
const CharClass kSpaceOfJavaScript{{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0xFEFF, 0xFEFF}};

RegexAtom one(std::uint32_t code) { return {CharClass{{code, code}}, true, code}; }
RegexAtom set(CharClass chars) { return {std::move(chars), false, 0}; }

}  // namespace

bool RegexCursor::eat(std::string_view what) {
  if (!next_is(what)) return false;
  at_ += what.size();
  return true;
}

bool RegexCursor::move_to(char sign) {
  at_ = std::min(text_.find(sign, at_), text_.size());
  return !at_end();
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
  for (; is_digit(peek()); ++at_) {
    value = std::min(value * 10 + static_cast<std::uint32_t>(peek() - '0'), limit + 1);
  }
  return value;
}

RegexAtom RegexCursor::atom() { return peek() == '\\' ? escape() : one(character()); }

std::uint32_t RegexCursor::character() {
  const TextUnit unit = unit_at(text_, at_);
  if (unit.value >= kFirstStray && notation_->dialect == RegexDialect::kOwn) {
    fail(at_, at_ + 1, "this byte is not UTF-8", "save the grammar file as UTF-8");
  }
  at_ += std::max<std::uint32_t>(unit.length, 1);
  return unit.value;
}

RegexAtom RegexCursor::escape() {
  const std::size_t begin = at_++;
  if (at_end()) {
    fail(begin, at_, "a \\ at the end escapes nothing", "write \\\\ for the character itself");
  }
  if (notation_->dialect == RegexDialect::kFlex) return lex_escape();
  const bool own = notation_->dialect == RegexDialect::kOwn;
  switch (const char c = text_[at_++]) {
    case 'd': return set(kDigits);
    case 'w': return set(kWord);
    case 's': return set(space());
    case 'D': return set(kDigits.complement());
    case 'W': return set(kWord.complement());
    case 'S': return set(space().complement());
    case 'p':
    case 'P':
      if (!own) return set(c == 'P' ? property().complement() : property());
      break;
    case 'c':
      if (!own) return one(static_cast<unsigned char>(at_end() ? 0 : text_[at_++]) & 0x1Fu);
      break;
    default: break;
  }
  --at_;
  return own ? strict_escape(begin) : one(escaped_character(text_, at_));
}

RegexAtom RegexCursor::strict_escape(std::size_t begin) {
  const char c = text_[at_];
  if (!is_ascii_letter(c) && !is_digit(c)) return one(character());
  ++at_;
  switch (c) {
    case 'n': return one('\n');
    case 't': return one('\t');
    case 'r': return one('\r');
    case 'f': return one('\f');
    case 'v': return one('\v');
    case 'x': return one(hex_digits(begin, 2));
    case 'u': return one(eat("{") ? braced_hex(begin) : hex_digits(begin, 4));
    case '0':
      if (!is_digit(peek())) return one(0);
      break;
    default: break;
  }
  refuse_escape(begin, c);
}

/// lex reads bytes: those beyond ASCII are parts of characters.
RegexAtom RegexCursor::lex_escape() {
  std::uint32_t value = 0;
  if (is_one_of(peek(), "01234567")) {
    for (int i = 0; i < 3 && is_one_of(peek(), "01234567"); ++i, ++at_) {
      value = value * 8 + static_cast<std::uint32_t>(peek() - '0');
    }
  } else if (peek() == 'x') {
    value = escaped_character(text_, at_);
  } else {
    return one(escaped_character(text_, at_));
  }
  value &= 0xFF;
  return one(value < 0x80 ? value : kFirstStray + (value - 0x80));
}

/// The class of \p{L}, \p{^L} or \pL.
CharClass RegexCursor::property() {
  const std::size_t begin = at_;
  const bool negated = eat("{^");
  const bool braced = negated || eat("{");
  const std::size_t first = at_;
  if (!braced) move();
  else if (!move_to('}')) fail(begin, at_, "this { is not closed", "");
  const auto found = notation_->property(since(first));
  if (braced) ++at_;
  if (!found) fail(begin, at_, "this property is not known", "");
  return negated ? found->complement() : *found;
}

const CharClass& RegexCursor::space() const {
  return notation_->dialect == RegexDialect::kJavaScript ? kSpaceOfJavaScript : kSpace;
}

std::optional<CharClass> RegexCursor::posix_class(std::string_view name) const {
  if (name == "alpha") return CharClass{{'A', 'Z'}, {'a', 'z'}};
  if (name == "digit") return kDigits;
  if (name == "alnum") return CharClass{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
  if (name == "word") return kWord;
  if (name == "xdigit") return CharClass{{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
  if (name == "upper") return CharClass{{'A', 'Z'}};
  if (name == "lower") return CharClass{{'a', 'z'}};
  if (name == "space") return space();
  if (name == "blank") return CharClass{{'\t', '\t'}, {' ', ' '}};
  if (name == "punct") return CharClass{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}};
  if (name == "print") return CharClass{{' ', '~'}};
  if (name == "graph") return CharClass{{'!', '~'}};
  if (name == "cntrl") return CharClass{{0, 0x1F}, {0x7F, 0x7F}};
  return std::nullopt;
}

void RegexCursor::refuse_escape(std::size_t begin, char c) const {
  const std::string name = std::string("\\") + c;
  if (c == '0') {
    fail(begin, at_ + 1, "there are no octal escapes", "write \\xHH");
  }
  if (is_digit(c) || c == 'k') {
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
