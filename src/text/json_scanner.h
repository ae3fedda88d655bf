// JSON (RFC 8259) as a sequence of tokens with their places, read without recursion. A caller that
// needs only part of a text can stop early.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/source.h"

namespace grabr {

/// Limit on nested arrays and objects, so that readers of values may recurse.
inline constexpr std::size_t kMaxJsonLevels = 100;

struct JsonToken {
  enum class Kind : std::uint8_t {
    kNull,
    kBool,
    kNumber,
    kString,
    kKey,
    kOpenArray,
    kOpenObject,
    kClose,
    kEnd,  ///< end of the text
    kBad   ///< not JSON, or nested too deeply: problem() says why
  };
  Kind kind = Kind::kEnd;
  Span span;  ///< strings: with their quotes; kBad: the part that is not valid
};

class JsonScanner {
 public:
  /// The text must outlive this, and be smaller than 4 GiB (text/source.h).
  explicit JsonScanner(std::string_view text);

  /// After kEnd and kBad, returns the same again.
  JsonToken next();

  /// Text of the last token: a string or key decoded, a number as written.
  std::string& text() { return decoded_; }
  double number() const { return number_; }
  bool boolean() const { return boolean_; }
  const std::string& problem() const { return problem_; }
  const std::string& hint() const { return hint_; }  ///< may be empty

 private:
  /// What may come next in the text.
  enum class State : std::uint8_t { kValue, kValueOrClose, kKey, kKeyOrClose, kAfterValue, kDone };

  JsonToken value();
  JsonToken key();
  JsonToken open(JsonToken::Kind kind, bool is_object);
  JsonToken close();
  JsonToken word(std::string_view word, JsonToken::Kind kind);
  JsonToken numeral();
  JsonToken bad(std::size_t begin, std::size_t end, std::string problem, std::string hint = {});
  JsonToken unexpected(const std::string& expected);
  JsonToken token(JsonToken::Kind kind, std::size_t begin);
  bool scan_string();
  bool scan_escape();
  bool scan_hex(std::uint32_t& unit);
  std::string hint_at(std::size_t begin) const;
  void skip_space();
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool is_at_end() const { return at_ == text_.size(); }

  std::string_view text_;
  std::size_t at_ = 0;
  State state_ = State::kValue;
  std::string open_;  ///< '[' or '{' for each enclosing array or object
  JsonToken last_;    ///< kBad if an error was found
  std::string decoded_;
  double number_ = 0;
  bool boolean_ = false;
  std::string problem_, hint_;
};

}  // namespace grabr
