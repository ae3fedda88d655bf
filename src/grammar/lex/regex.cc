// Recursive descent over
//   choice   = sequence { "|" sequence }
//   sequence = { atom [ "?" | "*" | "+" | "{n}" | "{n,}" | "{n,m}" ] }
//   atom     = "(" choice ")" | "(?:" choice ")" | "[" class "]" | "." | escape | character
// The notation is the common subset of ECMAScript's and RE2's. What an automaton cannot do, or what
// has no meaning in a lexer (anchors, look-around, back references, lazy repetition), is rejected
// with a hint on what to write instead. Special characters must be escaped to match themselves, so
// that a typo is reported, not matched. Tested by regex_test.cc.
#include "grammar/lex/regex.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/regex_cursor.h"

namespace grabr {
namespace {

Regex class_of(CharClass chars) {
  Regex regex;
  regex.kind = Regex::Kind::kClass;
  regex.chars = std::move(chars);
  return regex;
}

/// Combines parts into one node; a single part stays as it is.
Regex joined(Regex::Kind kind, std::vector<Regex> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  Regex regex;
  regex.kind = kind;
  regex.parts = std::move(parts);
  return regex;
}

class Parser {
 public:
  Parser(std::string_view text, bool ignore_case) : in_(text), ignore_case_(ignore_case) {}

  Regex parse() {
    Regex regex = choice();
    if (!in_.at_end()) {
      in_.fail(in_.at(), in_.at() + 1, "there is no ( for this )",
               "write \\) for the character itself");
    }
    return regex;
  }

 private:
  Regex choice() {
    std::vector<Regex> parts;
    do {
      parts.push_back(sequence());
    } while (in_.eat("|"));
    return joined(Regex::Kind::kChoice, std::move(parts));
  }

  Regex sequence() {
    std::vector<Regex> parts;
    while (!in_.at_end() && in_.peek() != '|' && in_.peek() != ')') parts.push_back(repetition());
    return joined(Regex::Kind::kSequence, std::move(parts));
  }

  Regex repetition() {
    Regex body = atom();
    const std::size_t begin = in_.at();
    Regex regex;
    regex.kind = Regex::Kind::kRepeat;
    if (in_.eat("?")) {
      regex.max = 1;
    } else if (in_.eat("+")) {
      regex.min = 1;
    } else if (in_.next_is("{")) {
      counts(regex);
    } else if (!in_.eat("*")) {
      return body;
    }
    refuse_second_repetition(begin);
    regex.parts.push_back(std::move(body));
    return regex;
  }

  void refuse_second_repetition(std::size_t begin) {
    const std::size_t end = in_.at() + 1;
    if (in_.next_is("?")) {
      in_.fail(begin, end, "lazy repetition is not possible: a token is always the longest match",
               "repeat what cannot end the token, as in \"[^\"]*\" instead of \".*?\"");
    }
    if (in_.next_is("+") || in_.next_is("*") || in_.next_is("{")) {
      in_.fail(begin, end, "two repetitions in a row",
               "one of them says it all; write ( ) around the first if both are meant");
    }
  }

  /// {n}, {n,} or {n,m}
  void counts(Regex& regex) {
    const std::size_t begin = in_.at();
    in_.eat("{");
    const bool has_min = is_ascii_digit(in_.peek());
    if (has_min) regex.max = regex.min = count(begin);
    if (in_.eat(",")) regex.max = is_ascii_digit(in_.peek()) ? count(begin) : Regex::kUnlimited;
    if (!has_min || !in_.eat("}")) {
      in_.fail(begin, in_.at() + 1, "this { begins no repetition",
               "write {n}, {n,} or {n,m}, or \\{ for the character itself");
    }
    if (regex.max < regex.min) {
      in_.fail(begin, in_.at(),
               "the repetition " + in_.since(begin) + " has its limits the wrong way round",
               "write the smaller number first");
    }
  }

  std::uint32_t count(std::size_t begin) {
    const std::uint32_t value = in_.number(kMaxRegexCount);
    if (value > kMaxRegexCount) {
      in_.fail(begin, in_.at(), "a counted repetition goes up to " + std::to_string(kMaxRegexCount),
               "write * or + when the exact number does not matter");
    }
    return value;
  }

  Regex atom() {
    const std::size_t begin = in_.at();
    switch (in_.peek()) {
      case '(': return group();
      case '[': return class_of(bracketed());
      case '.': in_.eat("."); return class_of(CharClass{{'\n', '\n'}}.complement());
      case '^':
      case '$':
        in_.fail(
            begin, begin + 1, "there are no anchors: a token begins where the one before it ends",
            std::string("leave it out, or write \\") + in_.peek() + " for the character itself");
      case '*':
      case '+':
      case '?':
        in_.fail(begin, begin + 1,
                 std::string("there is nothing to repeat before this ") + in_.peek(),
                 std::string("write \\") + in_.peek() + " for the character itself");
      case '{':
      case '}':
      case ']':
        in_.fail(begin, begin + 1, std::string("this ") + in_.peek() + " has no meaning here",
                 std::string("write \\") + in_.peek() + " for the character itself");
      default: return class_of(cased(in_.atom().chars));
    }
  }

  Regex group() {
    const std::size_t begin = in_.at();
    if (++depth_ > kMaxRegexNesting) {
      in_.fail(begin, begin + 1,
               "parentheses are nested deeper than " + std::to_string(kMaxRegexNesting),
               "most of them can be left out");
    }
    in_.eat("(");
    if (!in_.eat("?:") && in_.next_is("?")) refuse_group(begin);
    Regex regex = choice();
    if (!in_.eat(")")) {
      in_.fail(begin, std::string::npos, "this ( is not closed", "add the ) that is missing");
    }
    --depth_;
    return regex;
  }

  [[noreturn]] void refuse_group(std::size_t begin) {
    in_.eat("?");
    const bool look_behind = in_.next_is("<=") || in_.next_is("<!");
    if (in_.next_is("=") || in_.next_is("!") || look_behind) {
      in_.fail(begin, in_.at() + (look_behind ? 2 : 1), "look-around is not possible in a token",
               "say what the token itself consists of; the longest match wins, then a literal of "
               "the rules, then the earlier token");
    }
    if (in_.next_is("<") || in_.next_is("P<")) {
      in_.fail(begin, in_.at() + 1, "groups have no names here", "write ( ) or (?: )");
    }
    in_.fail(begin, in_.at() + 1, "this kind of group does not exist here",
             "write ( ) or (?: ); for letters in either case set \"ignore_case\" in the file");
  }

  CharClass bracketed() {
    const std::size_t begin = in_.at();
    in_.eat("[");
    const bool negated = in_.eat("^");
    if (in_.next_is("]")) {
      in_.fail(begin, in_.at() + 1, "this class is empty",
               negated ? "write [\\s\\S] for any character, or \\] for the bracket itself"
                       : "write \\] for the bracket itself");
    }
    CharClass chars;
    while (!in_.eat("]")) {
      if (in_.at_end()) {
        in_.fail(begin, in_.at(), "this [ is not closed", "add the ] that is missing");
      }
      refuse_posix_class();
      chars.add(class_item());
    }
    chars = cased(chars);
    if (negated) chars = chars.complement();
    if (chars.empty()) {
      in_.fail(begin, in_.at(), "this class contains no character",
               "it excludes all there is; leave out a part of it");
    }
    return chars;
  }

  void refuse_posix_class() const {
    if (!in_.next_is("[:")) return;
    std::size_t length = 2;
    while (is_ascii_letter(in_.peek(length))) ++length;
    if (in_.peek(length) == ':' && in_.peek(length + 1) == ']') {
      in_.fail(in_.at(), in_.at() + length + 2, "named classes do not exist here",
               "write the characters, as in [A-Za-z], or \\d, \\w, \\s");
    }
  }

  /// One character, a set such as \d, or a range.
  CharClass class_item() {
    const std::size_t begin = in_.at();
    const RegexAtom first = in_.atom();
    if (!in_.next_is("-") || in_.next_is("-]")) return first.chars;
    in_.eat("-");
    if (in_.at_end()) return first.chars;
    const RegexAtom last = in_.atom();
    if (!first.single || !last.single) {
      in_.fail(begin, in_.at(),
               "the range " + in_.since(begin) + " needs one character at each end",
               "write \\- for the character itself");
    }
    if (last.code < first.code) {
      in_.fail(begin, in_.at(),
               "the range " + in_.since(begin) + " has its ends the wrong way round",
               "write the smaller character first, or \\- for the character itself");
    }
    return CharClass{{first.code, last.code}};
  }

  CharClass cased(const CharClass& chars) const { return ignore_case_ ? chars.folded() : chars; }

  RegexCursor in_;
  std::uint32_t depth_ = 0;
  bool ignore_case_;
};

}  // namespace

RegexParse parse_regex(std::string_view text, bool ignore_case) {
  try {
    return {Parser(text, ignore_case).parse(), std::nullopt};
  } catch (RegexRefused& refused) {
    return {{}, std::move(refused.problem)};
  }
}

Regex literal_regex(std::string_view text, bool ignore_case) {
  std::vector<Regex> parts;
  for (std::size_t at = 0; at < text.size();) {
    const TextUnit unit = unit_at(text, at);
    const CharClass chars{{unit.value, unit.value}};
    parts.push_back(class_of(ignore_case ? chars.folded() : chars));
    at += unit.length;
  }
  return joined(Regex::Kind::kSequence, std::move(parts));
}

bool matches_empty(const Regex& regex) {
  const auto& parts = regex.parts;
  switch (regex.kind) {
    case Regex::Kind::kClass: return false;
    case Regex::Kind::kSequence: return std::all_of(parts.begin(), parts.end(), matches_empty);
    case Regex::Kind::kChoice: return std::any_of(parts.begin(), parts.end(), matches_empty);
    case Regex::Kind::kRepeat: return regex.min == 0 || matches_empty(parts[0]);
  }
  return false;
}

}  // namespace grabr
