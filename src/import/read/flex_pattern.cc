// Recursive descent over
//   choice     = sequence { "|" sequence }
//   sequence   = { repetition }
//   repetition = atom { "?" | "*" | "+" | "{" n [ "," [ m ] ] "}" }
//   atom       = "(" choice ")" | "[" class "]" | "{" name "}" | "text" | "." | escape | character
// Tested by yacc_test.cc.
#include <algorithm>
#include <string>
#include <utility>

#include "import/read/cursor.h"
#include "import/read/patterns.h"

namespace grabr {
namespace {

/// Thrown within this file when the expression cannot be read.
struct UnreadablePattern {};

bool begins_definition(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

CharClass named_class(std::string_view name) {
  const CharClass digits{{'0', '9'}};
  const CharClass letters{{'A', 'Z'}, {'a', 'z'}};
  if (name == "alpha") return letters;
  if (name == "digit") return digits;
  if (name == "alnum") return CharClass{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
  if (name == "xdigit") return CharClass{{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
  if (name == "upper") return CharClass{{'A', 'Z'}};
  if (name == "lower") return CharClass{{'a', 'z'}};
  if (name == "space") return CharClass{{'\t', '\r'}, {' ', ' '}};
  if (name == "blank") return CharClass{{'\t', '\t'}, {' ', ' '}};
  if (name == "punct") return CharClass{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}};
  if (name == "print") return CharClass{{' ', '~'}};
  if (name == "graph") return CharClass{{'!', '~'}};
  if (name == "cntrl") return CharClass{{0, 0x1F}, {0x7F, 0x7F}};
  throw UnreadablePattern{};
}

class PatternReader : PatternCursor {
 public:
  PatternReader(std::string_view text, bool ignore_case)
      : PatternCursor(text), ignore_case_(ignore_case) {}

  FlexPattern read() {
    if (eat("^")) out_.anchored = true;
    out_.body = choice();
    if (peek() == ')') throw UnreadablePattern{};
    out_.size = at_;
    return std::move(out_);
  }

 private:
  bool at_space() const {
    return at_end() || peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r';
  }

  Phrase choice() {
    if (++depth_ > kMaxPartNesting) throw UnreadablePattern{};
    std::vector<Phrase> ways;
    do {
      ways.push_back(sequence());
    } while (eat("|"));
    --depth_;
    return choice_of(std::move(ways));
  }

  Phrase sequence() {
    std::vector<Phrase> parts;
    while (peek() != '|' && peek() != ')' && (free_ > 0 ? !at_end() : !at_space())) {
      if (free_ > 0 && at_space()) {
        ++at_;
        continue;
      }
      if (eat("/")) {
        out_.trailing = true;
        choice();
        break;
      }
      if (peek() == '$') {
        const char next = peek(1);
        if (next == '\0' || next == ' ' || next == '\t' || next == '\n' || next == '\r' ||
            next == '|' || next == ')') {
          ++at_;
          out_.anchored = true;
          continue;
        }
      }
      parts.push_back(repetition());
    }
    return sequence_of(std::move(parts));
  }

  Phrase repetition() {
    Phrase part = atom();
    for (;;) {
      std::uint32_t min = 0;
      std::uint32_t max = 0;
      if (!eat_repetition(min, max, false)) return part;
      part = repeat_of(std::move(part), min, max);
    }
  }

  Phrase atom() {
    switch (peek()) {
      case '(': return group();
      case '[': return classes();
      case '"': return quoted();
      case '.': ++at_; return set_part(CharClass{{'\n', '\n'}}.complement());
      case '{':
        if (begins_definition(peek(1))) return definition();
        break;
      default: break;
    }
    const std::uint32_t code = next_one();
    const CharClass set{{code, code}};
    return set_part(ignore_case_ ? set.folded() : set);
  }

  std::uint32_t next_one() {
    if (at_end()) throw UnreadablePattern{};
    if (peek() != '\\') return next_character(text_, at_);
    ++at_;
    if (at_end()) throw UnreadablePattern{};
    if (peek() >= '0' && peek() <= '7') {
      std::uint32_t value = 0;
      for (int i = 0; i < 3 && peek() >= '0' && peek() <= '7'; ++i, ++at_) {
        value = value * 8 + static_cast<std::uint32_t>(peek() - '0');
      }
      return byte(value);
    }
    const bool hexadecimal = peek() == 'x';
    const std::uint32_t code = escaped_character(text_, at_);
    return hexadecimal ? byte(code) : code;
  }

  /// flex reads bytes: those beyond ASCII are parts of characters.
  static std::uint32_t byte(std::uint32_t value) {
    value &= 0xFF;
    return value < 0x80 ? value : kFirstStray + (value - 0x80);
  }

  Phrase group() {
    eat("(");
    if (eat("?#")) {
      while (!at_end() && !eat(")")) ++at_;
      return {};
    }
    const bool cased_before = ignore_case_;
    const int free_before = free_;
    if (eat("?")) {
      bool on = true;
      while (!at_end() && peek() != ':' && peek() != ')') {
        if (peek() == '-') on = false;
        if (peek() == 'i') ignore_case_ = on;
        if (peek() == 'x') free_ = on ? 1 : 0;
        ++at_;
      }
      eat(":");
    }
    Phrase inside = choice();
    if (!eat(")")) throw UnreadablePattern{};
    ignore_case_ = cased_before;
    free_ = free_before;
    return inside;
  }

  Phrase definition() {
    ++at_;
    const std::size_t end = text_.find('}', at_);
    if (end == text_.npos) throw UnreadablePattern{};
    Phrase part = named_part(std::string(text_.substr(at_, end - at_)));
    at_ = end + 1;
    return part;
  }

  Phrase quoted() {
    ++at_;
    std::string text;
    while (!at_end() && peek() != '"') text += bytes_of(next_one());
    if (!eat("\"")) throw UnreadablePattern{};
    Phrase part = text_part(std::move(text));
    part.ignore_case = ignore_case_;
    return part;
  }

  Phrase classes() {
    CharClass set = one_class();
    for (;;) {
      if (eat("{-}")) set = without(set, one_class());
      else if (eat("{+}")) set.add(one_class());
      else return set_part(std::move(set));
    }
  }

  CharClass one_class() {
    if (!eat("[")) throw UnreadablePattern{};
    const bool negated = eat("^");
    CharClass set;
    for (bool first = true; first || peek() != ']'; first = false) {
      if (at_end() || peek() == '\n') throw UnreadablePattern{};
      if (first && peek() == ']' && text_.find(']', at_ + 1) == text_.npos) break;
      if (eat("[:")) {
        const std::size_t end = text_.find(":]", at_);
        if (end == text_.npos) throw UnreadablePattern{};
        const bool outside = eat("^");
        const CharClass named = named_class(text_.substr(at_, end - at_));
        set.add(outside ? named.complement() : named);
        at_ = end + 2;
        continue;
      }
      const std::uint32_t low = next_one();
      std::uint32_t high = low;
      if (peek() == '-' && peek(1) != ']') {
        ++at_;
        high = next_one();
      }
      add(set, low, high);
    }
    ++at_;
    if (ignore_case_) set = set.folded();
    return negated ? set.complement() : set;
  }

  /// [\x80-\xff] means any character beyond ASCII.
  static void add(CharClass& set, std::uint32_t low, std::uint32_t high) {
    if (high < low) throw UnreadablePattern{};
    set.add({low, high});
    if (high <= kLastCodePoint || high - low < 0x20) return;
    set.add({0x80, kLastCodePoint});
  }

  bool ignore_case_;
  int free_ = 0;  // (?x: white space does not count
  std::uint32_t depth_ = 0;
  FlexPattern out_;
};

}  // namespace

std::optional<FlexPattern> read_flex_pattern(std::string_view text, bool ignore_case) {
  try {
    return PatternReader(text, ignore_case).read();
  } catch (const UnreadablePattern&) {
    return std::nullopt;
  }
}

}  // namespace grabr
