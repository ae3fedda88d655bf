// Recursive descent over
//   choice   = sequence { "|" sequence }
//   sequence = { atom [ ( "?" | "*" | "+" | "{n}" | "{n,}" | "{n,m}" ) [ "?" ] ] }
//   atom     = "(" choice ")" | "(?:" choice ")" | "[" class "]" | "." | escape | character
// Our notation is the common subset of ECMAScript's and RE2's. Constructs that an automaton cannot
// handle, or that have no meaning in a lexer (anchors, look-around, back references), are rejected
// with a hint on what to write instead. Special characters must be escaped to match themselves, so
// that a typo is reported, not matched. For grammars of other tools, a { that begins no repetition
// matches itself, and constructs that a token cannot have are left out. Tested by regex_test.cc,
// js_regex_test.cc and yacc_test.cc.
#include "grammar/lex/regex.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/regex_cursor.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// Atoms of an expression including the named definitions in it, each of which may double its size.
constexpr std::uint32_t kMaxAtoms = 50'000;

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
  Parser(std::string_view text, const RegexNotation& notation)
      : in_(text, notation), notation_(notation), ignore_case_(notation.ignore_case) {}

  RegexParse parse() {
    Regex regex = whole();
    return {std::move(regex), std::nullopt, in_.at(), std::move(left_out_)};
  }

 private:
  bool own() const { return notation_.dialect == RegexDialect::kOwn; }
  bool javascript() const { return notation_.dialect == RegexDialect::kJavaScript; }
  bool flex() const { return notation_.dialect == RegexDialect::kFlex; }

  Regex whole() {
    if (flex() && in_.eat("^")) left_out_.insert("an anchor");
    Regex regex = choice();
    if (in_.peek() == ')' || (!flex() && !in_.at_end())) {
      in_.fail(in_.at(), in_.at() + 1, "there is no ( for this )",
               "write \\) for the character itself");
    }
    return regex;
  }

  Regex choice() {
    std::vector<Regex> parts;
    do {
      parts.push_back(sequence());
    } while (in_.eat("|"));
    return joined(Regex::Kind::kChoice, std::move(parts));
  }

  Regex sequence() {
    std::vector<Regex> parts;
    for (skip_space(); !in_.at_end() && in_.peek() != '|' && in_.peek() != ')'; skip_space()) {
      if (!flex()) {
        parts.push_back(repetition());
      } else if (is_space(in_.peek())) {
        break;
      } else if (in_.eat("/")) {
        left_out_.insert("the trailing context");
        choice();
      } else if (in_.peek() == '$' && is_one_of(in_.peek(1), {"\0 \t\n\r|)", 7})) {
        in_.move();
        left_out_.insert("an anchor");
      } else {
        parts.push_back(repetition());
      }
    }
    return joined(Regex::Kind::kSequence, std::move(parts));
  }

  /// Skips text that does not count in (?x: … ): white space, and in Python also comments.
  void skip_space() {
    while (spaced_ && (is_space(in_.peek()) || (javascript() && in_.peek() == '#'))) {
      if (in_.eat("#")) in_.move_to('\n');
      else in_.move();
    }
  }

  Regex repetition() {
    Regex body = atom();
    for (;;) {
      skip_space();
      const std::size_t begin = in_.at();
      Regex regex;
      regex.kind = Regex::Kind::kRepeat;
      if (in_.eat("?")) regex.max = 1;
      else if (in_.eat("+")) regex.min = 1;
      else if (!in_.eat("*") && !(in_.next_is("{") && counts(regex))) return body;
      regex.lazy = !flex() && in_.eat("?");
      if (own()) refuse_second_repetition(begin);
      if (javascript() && !regex.lazy) in_.eat("+");  // possessive
      regex.parts.push_back(std::move(body));
      body = std::move(regex);
    }
  }

  void refuse_second_repetition(std::size_t begin) {
    const std::size_t end = in_.at() + 1;
    if (in_.next_is("?") || in_.next_is("+") || in_.next_is("*") || in_.next_is("{")) {
      in_.fail(begin, end, "two repetitions in a row",
               "one of them is enough; write ( ) around the first if both are meant");
    }
  }

  /// {n}, {n,} or {n,m}; JavaScript: also {,m}. If there is none, takes nothing and returns false,
  /// except in our own dialect.
  bool counts(Regex& regex) {
    const std::size_t begin = in_.at();
    in_.eat("{");
    const bool has_min = is_digit(in_.peek());
    const bool begins = has_min || (javascript() && in_.peek() == ',');
    if (has_min) regex.max = regex.min = count(begin);
    if (in_.eat(",")) regex.max = is_digit(in_.peek()) ? count(begin) : Regex::kUnlimited;
    if (!begins || !in_.eat("}")) {
      if (!own()) {
        in_.go_back(begin);
        return false;
      }
      in_.fail(begin, in_.at() + 1, "this { begins no repetition",
               "write {n}, {n,} or {n,m}, or \\{ for the character itself");
    }
    if (regex.max < regex.min) {
      in_.fail(begin, in_.at(),
               "the repetition " + in_.since(begin) + " has its limits the wrong way round",
               "write the smaller number first");
    }
    return true;
  }

  std::uint32_t count(std::size_t begin) {
    const std::uint32_t value = in_.number(kMaxRegexCount);
    if (own() && value > kMaxRegexCount) {
      in_.fail(begin, in_.at(), "a counted repetition goes up to " + std::to_string(kMaxRegexCount),
               "write * or + when the exact number does not matter");
    }
    return std::min(value, kMaxRegexCount);
  }

  Regex atom() {
    if (++atoms_ > kMaxAtoms && !own()) in_.fail(0, in_.at(), "this is too large", "");
    switch (in_.peek()) {
      case '(': return group();
      case '[': return class_of(classes());
      case '.':
        in_.eat(".");
        return class_of((dot_all_ ? CharClass{} : CharClass{{'\n', '\n'}}).complement());
      case '"':
        if (flex()) return quoted();
        break;
      case '{':
        if (flex() && is_letter(in_.peek(1))) return definition();
        break;
      default: break;
    }
    if (own()) refuse_atom();
    const bool sign = is_one_of(in_.peek(), "^$");
    const bool escape = in_.peek() == '\\' && is_one_of(in_.peek(1), "bBAZz");
    if (javascript() && (sign || escape)) {
      in_.move(escape ? 2 : 1);
      left_out_.insert("an anchor");
      return {};
    }
    return class_of(cased(in_.atom().chars));
  }

  void refuse_atom() {
    const std::size_t begin = in_.at();
    const char sign = in_.peek();
    if (in_.at_end() || !is_one_of(sign, "^$*+?{}]")) return;
    const std::string itself = std::string("write \\") + sign + " for the character itself";
    if (is_one_of(sign, "^$")) {
      in_.fail(begin, begin + 1,
               "there are no anchors: a token begins where the one before it ends",
               "leave it out, or " + itself);
    }
    if (is_one_of(sign, "*+?")) {
      in_.fail(begin, begin + 1, std::string("there is nothing to repeat before this ") + sign,
               itself);
    }
    in_.fail(begin, begin + 1, std::string("this ") + sign + " has no meaning here", itself);
  }

  void go_deeper(std::size_t begin) {
    if (++depth_ <= kMaxRegexNesting) return;
    in_.fail(begin, begin + 1,
             "parentheses are nested deeper than " + std::to_string(kMaxRegexNesting),
             "most of them can be left out");
  }

  Regex group() {
    const std::size_t begin = in_.at();
    const bool case_before = ignore_case_;
    const bool spaced_before = spaced_;
    const bool dot_all_before = dot_all_;
    go_deeper(begin);
    in_.eat("(");
    bool look = false;
    if (!in_.eat("?:") && in_.next_is("?")) {
      if (own()) refuse_group(begin);
      in_.eat("?");
      look = javascript() && (in_.eat("=") || in_.eat("!") || in_.eat("<=") || in_.eat("<!"));
      if (look) left_out_.insert("look-around");
      else if (flex() && in_.next_is("#")) in_.move_to(')');
      else if (javascript() && (in_.eat("P<") || in_.eat("<"))) in_.move(in_.move_to('>') ? 1 : 0);
      else if (flags()) return {};
    }
    Regex regex = choice();
    if (!in_.eat(")")) {
      in_.fail(begin, std::string::npos, "this ( is not closed", "add the ) that is missing");
    }
    --depth_;
    ignore_case_ = case_before;
    spaced_ = spaced_before;
    dot_all_ = dot_all_before;
    return look ? Regex{} : regex;
  }

  /// Flags of (?i-x: … ) or (?i). Returns true if they end the group: then they apply from here on.
  bool flags() {
    bool on = true;
    for (; !in_.at_end() && !is_one_of(in_.peek(), ":)"); in_.move()) {
      if (in_.peek() == '-') on = false;
      if (in_.peek() == 'i') ignore_case_ = on;
      if (in_.peek() == 'x') spaced_ = on;
      if (in_.peek() == 's') dot_all_ = on;
    }
    in_.eat(":");
    if (!javascript() || !in_.eat(")")) return false;
    --depth_;
    return true;
  }

  [[noreturn]] void refuse_group(std::size_t begin) {
    in_.eat("?");
    const bool look_behind = in_.next_is("<=") || in_.next_is("<!");
    if (in_.next_is("=") || in_.next_is("!") || look_behind) {
      in_.fail(begin, in_.at() + (look_behind ? 2 : 1), "look-around is not possible in a token",
               "describe the token itself; the longest match wins, then a literal of "
               "the rules, then the earlier token");
    }
    if (in_.next_is("<") || in_.next_is("P<")) {
      in_.fail(begin, in_.at() + 1, "groups have no names here", "write ( ) or (?: )");
    }
    in_.fail(begin, in_.at() + 1, "this kind of group does not exist here",
             "write ( ) or (?: ); for letters in either case set \"ignore_case\" in the file");
  }

  /// "text"
  Regex quoted() {
    const std::size_t begin = in_.at();
    in_.move();
    std::vector<Regex> parts;
    while (!in_.at_end() && in_.peek() != '"') parts.push_back(class_of(cased(in_.atom().chars)));
    if (!in_.eat("\"")) in_.fail(begin, in_.at(), "this \" is not closed", "");
    return joined(Regex::Kind::kSequence, std::move(parts));
  }

  /// {NAME}
  Regex definition() {
    const std::size_t begin = in_.at();
    in_.move_to('}');
    const std::string name = in_.since(begin + 1);
    if (!in_.eat("}")) in_.fail(begin, in_.at(), "this { is not closed", "");
    const auto found = notation_.definitions->find(name);
    if (found == notation_.definitions->end()) {
      left_out_.insert("the unknown definition " + name);
      return class_of({});
    }
    go_deeper(begin);
    const RegexCursor here = std::exchange(in_, RegexCursor(found->second, notation_));
    Regex regex = whole();
    in_ = here;
    --depth_;
    return regex;
  }

  CharClass classes() {
    CharClass chars = bracketed();
    for (;;) {
      if (flex() && in_.eat("{+}")) {
        chars.add(bracketed());
      } else if (flex() && in_.eat("{-}")) {
        CharClass others = chars.complement();
        others.add(bracketed());
        chars = others.complement();
      } else {
        return chars;
      }
    }
  }

  CharClass bracketed() {
    const std::size_t begin = in_.at();
    if (!own()) go_deeper(begin);
    if (!in_.eat("[")) in_.fail(begin, begin + 1, "here a class is missing", "");
    const bool negated = in_.eat("^");
    if (own() && in_.next_is("]")) {
      in_.fail(begin, in_.at() + 1, "this class is empty",
               negated ? "write [\\s\\S] for any character, or \\] for the bracket itself"
                       : "write \\] for the bracket itself");
    }
    CharClass chars;
    // In lex, a first ] is literal.
    if (flex() && in_.next_is("]") && in_.rest().find(']', 1) != std::string::npos)
      chars.add(class_item());
    std::optional<CharClass> outside;  // the complement of the class before &&
    while (!in_.eat("]")) {
      if (in_.at_end() || (flex() && in_.peek() == '\n')) {
        in_.fail(begin, in_.at(), "this [ is not closed", "add the ] that is missing");
      }
      if (own()) refuse_posix_class();
      if (!own() && in_.next_is("[:")) {
        chars.add(posix_class());
      } else if (javascript() && in_.next_is("[")) {
        chars.add(bracketed());
      } else if (javascript() && in_.eat("&&")) {
        outside = outside_of(outside, chars);
        chars = {};
      } else {
        chars.add(class_item());
      }
    }
    if (outside) chars = outside_of(outside, chars).complement();
    chars = cased(chars);
    if (negated) chars = chars.complement();
    if (own() && chars.empty()) {
      in_.fail(begin, in_.at(), "this class contains no character",
               "it excludes every character; leave out a part of it");
    }
    if (!own()) --depth_;
    return chars;
  }

  static CharClass outside_of(const std::optional<CharClass>& outside, const CharClass& chars) {
    CharClass all = chars.complement();
    if (outside) all.add(*outside);
    return all;
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

  /// [:alpha:] or [:^alpha:]
  CharClass posix_class() {
    const std::size_t begin = in_.at();
    in_.move(2);
    const bool negated = in_.eat("^");
    const std::size_t first = in_.at();
    in_.move_to(':');
    const std::optional<CharClass> found = in_.posix_class(in_.since(first));
    if (!in_.eat(":]") || !found) in_.fail(begin, in_.at(), "this class is not known", "");
    return negated ? found->complement() : *found;
  }

  /// One character, a set such as \d, or a range.
  CharClass class_item() {
    const std::size_t begin = in_.at();
    const RegexAtom first = in_.atom();
    if (!in_.next_is("-") || in_.next_is("-]") || (!own() && !first.single)) return first.chars;
    in_.eat("-");
    if (in_.at_end()) return first.chars;
    const RegexAtom last = in_.atom();
    if (!own() && !last.single) {
      CharClass three = first.chars;
      three.add({'-', '-'});
      three.add(last.chars);
      return three;
    }
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
    CharClass range{{first.code, last.code}};
    // In lex, [\x80-\xff] means any character beyond ASCII.
    const bool bytes = last.code > kLastCodePoint && last.code - first.code >= 0x20;
    if (flex() && bytes) range.add({0x80, kLastCodePoint});
    return range;
  }

  CharClass cased(const CharClass& chars) const { return ignore_case_ ? chars.folded() : chars; }

  RegexCursor in_;
  const RegexNotation& notation_;
  std::uint32_t depth_ = 0;
  std::uint32_t atoms_ = 0;
  bool ignore_case_;
  bool spaced_ = false;   // (?x: white space does not count
  bool dot_all_ = false;  // (?s: . also matches a line end
  std::set<std::string> left_out_;
};

}  // namespace

RegexParse parse_regex(std::string_view text, const RegexNotation& notation) {
  try {
    return Parser(text, notation).parse();
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

bool has_lazy(const Regex& regex) {
  return regex.lazy || std::any_of(regex.parts.begin(), regex.parts.end(), has_lazy);
}

}  // namespace grabr
