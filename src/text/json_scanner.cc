// Tested by tests/text/json_test.cc and, against another parser, by json_agreement_test.cc.
#include "text/json_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::string_view kJsonSpace = " \t\r\n";

/// The value of a numeral of JSON; infinite if it is too large for a double.
double value_of_numeral(std::string_view numeral) {
  double value = 0;
  const auto read = std::from_chars(numeral.data(), numeral.data() + numeral.size(), value);
  if (read.ec == std::errc()) return value;
  // Infinite or zero: the exponent decides, or, without one, the digits before the point.
  constexpr std::size_t kMaxDigits = 300;
  const std::size_t exponent = numeral.find_first_of("eE");
  const bool is_large = exponent == numeral.npos ? numeral.find('.') > kMaxDigits
                                                 : numeral.substr(exponent + 1).front() != '-';
  return is_large ? HUGE_VAL : 0;
}

}  // namespace

JsonScanner::JsonScanner(std::string_view text) : text_(text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

JsonToken JsonScanner::next() {
  if (last_.kind == JsonToken::Kind::kBad) return last_;
  skip_space();
  switch (state_) {
    case State::kValueOrClose:
      if (peek() == ']') return close();
      return value();
    case State::kValue: return value();
    case State::kKeyOrClose:
      if (peek() == '}') return close();
      return key();
    case State::kKey: return key();
    case State::kDone: break;
    case State::kAfterValue: {
      const bool is_object = open_.back() == '{';
      if (peek() == (is_object ? '}' : ']')) return close();
      if (peek() != ',') return unexpected(is_object ? "`,` or `}`" : "`,` or `]`");
      ++at_;
      skip_space();
      return is_object ? key() : value();
    }
  }
  return is_at_end() ? token(JsonToken::Kind::kEnd, at_) : unexpected("the end of the text");
}

void JsonScanner::skip_space() {
  while (!is_at_end() && kJsonSpace.find(text_[at_]) != kJsonSpace.npos) ++at_;
}

JsonToken JsonScanner::token(JsonToken::Kind kind, std::size_t begin) {
  return {kind, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}};
}

JsonToken JsonScanner::value() {
  state_ = open_.empty() ? State::kDone : State::kAfterValue;
  const std::size_t begin = at_;
  const char c = peek();
  switch (c) {
    case '{': return open(JsonToken::Kind::kOpenObject, true);
    case '[': return open(JsonToken::Kind::kOpenArray, false);
    case '"': return scan_string() ? token(JsonToken::Kind::kString, begin) : last_;
    case 't': boolean_ = true; return word("true", JsonToken::Kind::kBool);
    case 'f': boolean_ = false; return word("false", JsonToken::Kind::kBool);
    case 'n': return word("null", JsonToken::Kind::kNull);
    default: return c == '-' || is_digit(c) ? numeral() : unexpected("a value");
  }
}

JsonToken JsonScanner::key() {
  const std::size_t begin = at_;
  if (peek() != '"') return unexpected("a key in double quotes");
  if (!scan_string()) return last_;
  const JsonToken key = token(JsonToken::Kind::kKey, begin);
  skip_space();
  if (peek() != ':') return unexpected("`:`");
  ++at_;
  state_ = State::kValue;
  return key;
}

JsonToken JsonScanner::open(JsonToken::Kind kind, bool is_object) {
  const std::size_t begin = at_++;
  if (open_.size() == kMaxJsonLevels) {
    return bad(begin, at_, "nested more than " + std::to_string(kMaxJsonLevels) + " levels deep");
  }
  open_ += is_object ? '{' : '[';
  state_ = is_object ? State::kKeyOrClose : State::kValueOrClose;
  return token(kind, begin);
}

JsonToken JsonScanner::close() {
  const std::size_t begin = at_++;
  open_.pop_back();
  state_ = open_.empty() ? State::kDone : State::kAfterValue;
  return token(JsonToken::Kind::kClose, begin);
}

JsonToken JsonScanner::word(std::string_view word, JsonToken::Kind kind) {
  if (text_.substr(at_, word.size()) != word) return unexpected("a value");
  const std::size_t begin = std::exchange(at_, at_ + word.size());
  return token(kind, begin);
}

JsonToken JsonScanner::numeral() {
  const std::size_t begin = at_;
  const auto skip_digits = [this] {
    const std::size_t from = at_;
    while (is_digit(peek())) ++at_;
    return at_ > from;
  };
  if (peek() == '-') ++at_;
  const bool is_zero = peek() == '0';
  bool good = is_zero ? ++at_ > 0 : skip_digits();
  if (good && peek() == '.') {
    ++at_;
    good = skip_digits();
  }
  if (good && (peek() == 'e' || peek() == 'E')) {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    good = skip_digits();
  }
  if (!good || is_digit(peek())) {
    const std::size_t end = text_.find_first_not_of("0123456789+-.eE", begin);
    return bad(begin, end == text_.npos ? text_.size() : end, "not JSON: not a number");
  }
  decoded_ = text_.substr(begin, at_ - begin);
  number_ = value_of_numeral(decoded_);
  if (std::isinf(number_)) return bad(begin, at_, "not JSON: a number that is too large");
  return token(JsonToken::Kind::kNumber, begin);
}

/// Call this at the opening quote.
bool JsonScanner::scan_string() {
  const std::size_t begin = at_++;
  decoded_.clear();
  while (true) {
    const std::size_t from = at_;
    while (!is_at_end() && static_cast<signed char>(text_[at_]) >= 0x20 && text_[at_] != '"' &&
           text_[at_] != '\\') {
      ++at_;
    }
    decoded_.append(text_, from, at_ - from);
    if (is_at_end()) {
      bad(begin, at_, "not JSON: a string without its closing quote");
      return false;
    }
    if (text_[at_] == '"') return ++at_ > 0;
    if (text_[at_] == '\\') {
      if (!scan_escape()) return false;
    } else if (const std::size_t length = utf8_length(text_, at_);
               length > 0 && static_cast<unsigned char>(text_[at_]) >= 0x80) {
      decoded_.append(text_, at_, length);
      at_ += length;
    } else {
      const bool is_control = static_cast<unsigned char>(text_[at_]) < 0x20;
      bad(at_, at_ + 1,
          is_control ? "not JSON: a line end or another control character inside a string"
                     : "not JSON: a byte that is not UTF-8",
          is_control ? "a line end is written \\n" : "");
      return false;
    }
  }
}

/// Call this at the backslash.
bool JsonScanner::scan_escape() {
  constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  const std::size_t begin = at_++;
  const char letter = peek();
  if (const std::size_t known = kLetters.find(letter); !is_at_end() && known != kLetters.npos) {
    decoded_ += kMeant[known];
    return ++at_ > 0;
  }
  const auto refuse = [&] {
    bad(begin, std::min(at_ + 1, text_.size()), "not JSON: not an escape sequence",
        "in JSON a backslash is written \\\\");
    return false;
  };
  if (letter != 'u') return refuse();
  ++at_;
  std::uint32_t unit = 0, low = 0;
  if (!scan_hex(unit)) return refuse();
  constexpr std::uint32_t kHigh = 0xD800, kLow = 0xDC00, kAfter = 0xE000;
  if (unit >= kHigh && unit < kAfter) {  // half of a code point
    const bool has_low = unit < kLow && text_.substr(at_, 2) == "\\u" && ((at_ += 2) > 0) &&
                         scan_hex(low) && low >= kLow && low < kAfter;
    if (!has_low) {
      bad(begin, std::min(at_, text_.size()), "not JSON: half of a surrogate pair");
      return false;
    }
    unit = 0x10000 + ((unit - kHigh) << 10) + (low - kLow);
  }
  append_utf8(decoded_, unit);
  return true;
}

bool JsonScanner::scan_hex(std::uint32_t& unit) {
  constexpr std::size_t kDigits = 4;
  const std::string_view digits = text_.substr(at_, kDigits);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  if (digits.size() < kDigits || read.ptr != digits.data() + kDigits) return false;
  at_ += kDigits;
  return true;
}

JsonToken JsonScanner::bad(std::size_t begin, std::size_t end, std::string problem,
                           std::string hint) {
  problem_ = std::move(problem);
  hint_ = std::move(hint);
  last_ = {JsonToken::Kind::kBad,
           {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
  return last_;
}

/// The place is the unexpected string, word or character; at the end of the text, its end.
JsonToken JsonScanner::unexpected(const std::string& expected) {
  if (is_at_end()) {
    const std::size_t last = text_.find_last_not_of(kJsonSpace);
    const std::size_t end = last == text_.npos ? 0 : last + 1;
    return bad(end, end, "not JSON: the text ends where " + expected + " is expected",
               text_.empty() ? "the file is empty" : "");
  }
  const std::size_t begin = at_;
  std::string hint = hint_at(begin);
  const auto is_of_word = [this](std::size_t at) {
    const auto c = static_cast<unsigned char>(text_[at]);
    return is_digit(text_[at]) || (c | 0x20u) - 'a' < 26 || c == '_' || c == '-' || c == '.';
  };
  std::size_t end = begin;
  while (end < text_.size() && is_of_word(end)) ++end;
  if (text_[begin] == '"' && scan_string()) end = at_;
  if (end == begin) end += code_point_length(text_, begin);
  return bad(begin, end, "not JSON: " + expected + " is expected here", std::move(hint));
}

/// Hints for the most common mistakes.
std::string JsonScanner::hint_at(std::size_t begin) const {
  const char found = text_[begin];
  const std::size_t last = begin == 0 ? text_.npos : text_.find_last_not_of(kJsonSpace, begin - 1);
  const char previous = last == text_.npos ? '\0' : text_[last];
  if (found == '\0') return "is this a text file?";
  if (found == '/' || found == '#') return "JSON has no comments";
  if (found == '\'') return "JSON strings are written in double quotes";
  if ((found == '}' || found == ']') && previous == ',') return "remove the comma before it";
  const bool value_follows = previous == '"' || previous == '}' || previous == ']';
  if (value_follows && (found == '"' || found == '[' || found == '{')) {
    return "is a comma missing before it?";
  }
  return {};
}

}  // namespace grabr
