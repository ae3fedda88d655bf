// Recursive descent over
//   choice   = sequence { "|" sequence }
//   sequence = { atom [ ("?" | "*" | "+" | "{n}" | "{n,}" | "{n,m}") [ "?" ] ] }
//   atom     = "(" choice ")" | "[" class "]" | "." | escape | character
// More tolerant than our own notation, since tools are: a { that begins no repetition is itself.
// Tested by js_regex_test.cc.
#include <algorithm>

#include "import/read/cursor.h"
#include "import/read/patterns.h"

namespace grabr {
namespace {

const CharClass kDigits{{'0', '9'}};
const CharClass kWordClass{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const CharClass kSpace{{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0xFEFF, 0xFEFF}};

/// Thrown within this file when the expression cannot be read.
struct Unreadable {};

class RegexReader : PatternCursor {
 public:
  RegexReader(std::string_view text, bool ignore_case, std::string& left_out)
      : PatternCursor(text), ignore_case_(ignore_case), left_out_(left_out) {}

  Phrase read() {
    Phrase phrase = choice();
    if (at_ < text_.size()) throw Unreadable{};
    return phrase;
  }

 private:
  Phrase choice() {
    if (++depth_ > kMaxPartNesting) throw Unreadable{};
    std::vector<Phrase> ways;
    do {
      ways.push_back(sequence());
    } while (eat("|"));
    --depth_;
    return choice_of(std::move(ways));
  }

  Phrase sequence() {
    std::vector<Phrase> parts;
    while (!at_end() && peek() != '|' && peek() != ')') parts.push_back(repetition());
    return sequence_of(std::move(parts));
  }

  Phrase repetition() {
    Phrase part = atom();
    for (;;) {
      std::uint32_t min = 0;
      std::uint32_t max = 0;
      if (!eat_repetition(min, max, true)) return part;
      part = repeat_of(std::move(part), min, max);
      if (eat("?")) part.lazy = true;
      else eat("+");  // possessive
    }
  }

  Phrase atom() {
    switch (peek()) {
      case '(': return group();
      case '[': return set_part(cased(bracketed()));
      case '.': ++at_; return set_part(CharClass{{'\n', '\n'}}.complement());
      case '^':
      case '$':
        ++at_;
        left_out_ = "an anchor";
        return {};
      case '\\': return escape();
      default: break;
    }
    const std::uint32_t code = next_character(text_, at_);
    return set_part(cased(CharClass{{code, code}}));
  }

  Phrase group() {
    eat("(");
    bool look = false;
    const bool cased_before = ignore_case_;
    if (eat("?")) {
      if (eat("=") || eat("!") || eat("<=") || eat("<!")) {
        look = true;
        left_out_ = "look-around";
      } else if (eat("<") || eat("P<")) {
        while (!at_end() && !eat(">")) ++at_;
      } else {
        // Flags, up to the colon or the end of the group.
        bool on = true;
        while (!at_end() && peek() != ':' && peek() != ')') {
          if (peek() == '-') on = false;
          if (peek() == 'i') ignore_case_ = on;
          ++at_;
        }
        if (eat(")")) return {};
        eat(":");
      }
    }
    Phrase inside = choice();
    if (!eat(")")) throw Unreadable{};
    ignore_case_ = cased_before;
    return look ? Phrase{} : inside;
  }

  Phrase escape() {
    const char c = peek(1);
    if (c == 'b' || c == 'B' || c == 'A' || c == 'Z' || c == 'z') {
      at_ += 2;
      left_out_ = "an anchor";
      return {};
    }
    bool single = false;
    std::uint32_t code = 0;
    return set_part(cased(escaped(single, code)));
  }

  /// The set of an escape; `single`: it is one character, `code`.
  CharClass escaped(bool& single, std::uint32_t& code) {
    ++at_;
    const char c = peek();
    single = false;
    switch (c) {
      case 'd': ++at_; return kDigits;
      case 'D': ++at_; return kDigits.complement();
      case 'w': ++at_; return kWordClass;
      case 'W': ++at_; return kWordClass.complement();
      case 's': ++at_; return kSpace;
      case 'S': ++at_; return kSpace.complement();
      case 'p':
      case 'P': return property(c == 'P');
      case 'c':
        at_ += 2;
        single = true;
        code = at_ <= text_.size() ? static_cast<unsigned char>(text_[at_ - 1]) & 0x1Fu : 0;
        return CharClass{{code, code}};
      default: break;
    }
    if (at_end()) throw Unreadable{};
    single = true;
    code = escaped_character(text_, at_);
    return CharClass{{code, code}};
  }

  CharClass property(bool negated) {
    ++at_;
    std::string_view name;
    if (eat("{")) {
      if (eat("^")) negated = !negated;
      const std::size_t end = text_.find('}', at_);
      if (end == text_.npos) throw Unreadable{};
      name = text_.substr(at_, end - at_);
      at_ = end + 1;
    } else {
      name = text_.substr(at_, 1);
      ++at_;
    }
    const auto set = unicode_set(name);
    if (!set) throw Unreadable{};
    return negated ? set->complement() : *set;
  }

  CharClass bracketed() {
    if (++depth_ > kMaxPartNesting) throw Unreadable{};
    eat("[");
    const bool negated = eat("^");
    CharClass set;
    std::optional<CharClass> both;  // what is left of &&
    while (!eat("]")) {
      if (at_end()) throw Unreadable{};
      if (eat("&&")) {
        both = both ? common(*both, set) : set;
        set = {};
        continue;
      }
      if (text_.substr(at_).starts_with("[:")) {
        set.add(posix());
        continue;
      }
      if (peek() == '[') {
        set.add(bracketed());
        continue;
      }
      item(set);
    }
    if (both) set = common(*both, set);
    --depth_;
    return negated ? cased(set).complement() : set;
  }

  CharClass posix() {
    const std::size_t end = text_.find(":]", at_);
    if (end == text_.npos) throw Unreadable{};
    const std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
    at_ = end + 2;
    const CharClass letters{{'A', 'Z'}, {'a', 'z'}};
    CharClass set;
    if (name == "alpha" || name == "alnum" || name == "word") set.add(letters);
    if (name == "alnum" || name == "digit" || name == "xdigit" || name == "word") set.add(kDigits);
    if (name == "xdigit") set.add(CharClass{{'A', 'F'}, {'a', 'f'}});
    if (name == "upper") set.add({'A', 'Z'});
    if (name == "lower") set.add({'a', 'z'});
    if (name == "word") set.add({'_', '_'});
    if (name == "space") set.add(kSpace);
    if (name == "blank") set.add(CharClass{{'\t', '\t'}, {' ', ' '}});
    if (name == "punct") set.add(CharClass{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}});
    if (name == "print") set.add({' ', '~'});
    if (name == "cntrl") set.add({0, 0x1F});
    if (set.empty()) throw Unreadable{};
    return set;
  }

  void item(CharClass& set) {
    bool single = true;
    std::uint32_t low = 0;
    if (peek() == '\\') {
      // \b is a backspace here.
      set.add(escaped(single, low));
      if (!single) return;
    } else {
      low = next_character(text_, at_);
      set.add({low, low});
    }
    if (peek() != '-' || peek(1) == ']' || at_ + 1 >= text_.size()) return;
    ++at_;
    std::uint32_t high = 0;
    if (peek() == '\\') {
      set.add(escaped(single, high));
      if (!single) {
        set.add({'-', '-'});
        return;
      }
    } else {
      high = next_character(text_, at_);
    }
    if (high < low) throw Unreadable{};
    set.add({low, high});
  }

  CharClass cased(const CharClass& set) const { return ignore_case_ ? set.folded() : set; }

  bool ignore_case_;
  std::string& left_out_;
  std::uint32_t depth_ = 0;
};

}  // namespace

std::optional<Phrase> read_js_regex(std::string_view text, bool ignore_case,
                                    std::string& left_out) {
  try {
    return RegexReader(text, ignore_case, left_out).read();
  } catch (const Unreadable&) {
    return std::nullopt;
  }
}

}  // namespace grabr
