// Recursive descent over
//   rule     = name ("::=" | ":=" | "=") choice [";" | "."]
//   choice   = sequence { ("|" | "/") sequence }
//   sequence = { [","] item [ "?" | "*" | "+" ] [ "-" item ] }
//   item     = name | <name> | 'text' | "text" | #xN | [class] | "(" … ")" | "[" … "]" | "{" … "}"
//            | "? … ?" | n "*" item
// A rule ends at its sign or before the next name with a sign of definition behind it. [ … ] is a
// class of characters where the file has #x or such a class, otherwise an optional part.
// Tested by notations_test.cc.
#include <algorithm>
#include <utility>

#include "import/read/readers.h"
#include "import/read/rule_reader.h"

namespace grabr {
namespace {

/// Whether [ begins a class: [a-z], [^"], [#x20].
bool has_classes(std::string_view text) {
  for (std::size_t at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
    const std::string_view rest = text.substr(at + 1, 12);
    if (rest.starts_with("^") || rest.starts_with("#x")) return true;
    if (rest.size() > 2 && rest[1] == '-' && rest[2] != ' ' && rest[0] != ' ') return true;
  }
  return text.find("#x") != text.npos;
}

CommentSigns comments_of(std::string_view text) {
  CommentSigns signs;
  if (text.find("(*") != text.npos) {
    signs.open = "(*";
    signs.close = "*)";
  } else {
    signs.open = "/*";
    signs.close = "*/";
  }
  signs.to_line_end = {"//"};
  return signs;
}

class EbnfReader : RuleReader {
 public:
  EbnfReader(const Source& source, std::uint32_t file, Problems& problems)
      : RuleReader(source, file, problems, comments_of(source.bytes())),
        classes_(has_classes(source.bytes())) {}

  ImportedGrammar read() {
    grammar_.notation = "EBNF";
    read_rules(
        "rules are written name ::= …",
        [&] {
          if (in_.peek() == '[' && number_of_rule()) return;  // W3C's numbers: [12] Name ::= …
          rule();
        },
        [&] { skip_to_rule(); });
    return std::move(grammar_);
  }

 private:
  bool number_of_rule() {
    const std::uint32_t at = in_.at();
    in_.move();
    while (in_.peek() >= '0' && in_.peek() <= '9') in_.move();
    if (in_.peek() >= 'a' && in_.peek() <= 'z') in_.move();
    if (in_.at() > at + 1 && in_.eat("]")) return true;
    in_.move_to(at);
    return false;
  }

  std::string name() {
    if (in_.peek() != '<') return in_.name("-");
    std::string name = in_.bracketed('<', '>');
    in_.skip();
    for (char& c : name) c = c == ' ' ? '_' : c;
    return name;
  }

  bool eat_definition() {
    return in_.eat("::=") || in_.eat(":=") || (in_.peek() == '=' && in_.eat("=")) || in_.eat("→") ||
           in_.eat("->");
  }

  bool at_rule() {
    const std::uint32_t at = in_.at();
    if (in_.peek() == '[' && classes_ && !number_of_rule()) return false;
    const bool name_here = in_.at_name() || in_.peek() == '<';
    const bool found = name_here && !name().empty() && eat_definition();
    in_.move_to(at);
    return found;
  }

  void skip_to_rule() {
    do {
      in_.move();
      in_.skip();
    } while (!in_.at_end() && !at_rule());
  }

  void rule() {
    const std::size_t begin = in_.at();
    if (!in_.at_name() && in_.peek() != '<') return;
    ImportedRule rule;
    rule.name = name();
    rule.place = in_.place(begin);
    if (!eat_definition()) {
      in_.error(in_.at(), "there is no ::= after the name " + ticked(rule.name));
      skip_to_rule();
      return;
    }
    rule.branches = branches_of(choice());
    if (!in_.eat(";")) in_.eat(".");
    grammar_.rules.push_back(std::move(rule));
  }

  Phrase choice() {
    return alternatives({"|", "/", "!"}, [&] {
      std::vector<Phrase> parts;
      while (!ends()) {
        const std::uint32_t before = in_.at();
        if (!in_.eat(",")) parts.push_back(item());
        if (in_.at() == before) break;
      }
      return parts;
    });
  }

  bool ends() {
    const char c = in_.peek();
    return in_.at_end() || c == '|' || c == '/' || c == '!' || c == ')' || c == ']' || c == '}' ||
           c == ';' || c == '.' || at_rule();
  }

  Phrase item() {
    const std::uint32_t count = number(0);
    in_.skip();
    if (count > 0) in_.eat("*");
    Phrase part = atom();
    if (count > 0) part = repeat_of(std::move(part), count, count);
    for (;;) {
      if (in_.eat("?")) part = optional_of(std::move(part));
      else if (in_.eat("*")) part = repeat_of(std::move(part), 0, Phrase::kUnlimited);
      else if (in_.eat("+")) part = repeat_of(std::move(part), 1, Phrase::kUnlimited);
      else break;
    }
    if (in_.peek() == '-' && in_.eat("-")) except(part, atom());
    return part;
  }

  /// A - B: of sets the difference; otherwise wider.
  void except(Phrase& part, const Phrase& without) {
    const auto set_of = [](const Phrase& phrase, CharClass& set) {
      if (phrase.is(Phrase::Kind::kSet)) {
        set = phrase.set;
        return true;
      }
      std::size_t at = 0;
      if (!phrase.is(Phrase::Kind::kText)) return false;
      const std::uint32_t code = next_character(phrase.text, at);
      set = CharClass{{code, code}};
      return at == phrase.text.size();
    };
    CharClass all;
    CharClass less;
    if (set_of(part, all) && set_of(without, less)) {
      CharClass outside = all.complement();
      outside.add(less);
      part = set_part(outside.complement());
      return;
    }
    grammar_.remark(without.place.span.size() > 0 ? without.place : in_.here(), "the exception -",
                    "wider: what it excludes is allowed");
  }

  Phrase atom() {
    const std::size_t begin = in_.at();
    const char c = in_.peek();
    if (in_.at_name() || (c == '<' && in_.peek(1) != '=')) {
      std::string found = name();
      return named_part(std::move(found), in_.place(begin));
    }
    if (c == '\'' || c == '"' || c == '`') return quoted(c);
    if (c == '#' && in_.peek(1) == 'x') return numbered();
    if (c == '[' && classes_ && is_class()) return character_class();
    if (c == '?') {
      in_.move();
      std::string text;
      while (!in_.at_end() && in_.peek() != '?') {
        text += in_.peek();
        in_.move();
      }
      in_.move();
      const ImportPlace place = in_.place(begin);
      in_.skip();
      grammar_.remark(place, "the special sequence ?" + text.substr(0, 60) + "?",
                      "left out: it is for people");
      return {};
    }
    constexpr std::string_view kOpen = "([{";
    constexpr std::string_view kClose = ")]}";
    if (const std::size_t kind = kOpen.find(c); kind != kOpen.npos && c != '\0') {
      in_.move();
      in_.skip();
      Phrase inner = choice();
      if (!in_.eat(kClose.substr(kind, 1))) {
        in_.error(begin, std::string("this ") + c + " is not closed");
      }
      if (kind == 1) return optional_of(std::move(inner));
      if (kind == 2) return repeat_of(std::move(inner), 0, Phrase::kUnlimited);
      return inner;
    }
    in_.error(begin, std::string("no part of a rule begins with ") + c);
    in_.move();
    in_.skip();
    return {};
  }

  Phrase quoted(char quote) {
    const std::size_t begin = in_.at();
    in_.move();
    std::string text;
    while (!in_.at_end() && in_.peek() != quote && in_.peek() != '\n') {
      // No escapes in ISO's and W3C's, but \n and the like are used.
      if (in_.peek() == '\\' &&
          std::string_view("nrt\\").find(in_.peek(1)) != std::string_view::npos) {
        const char c = in_.peek(1);
        text += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : '\\';
        in_.move(2);
        continue;
      }
      text += in_.peek();
      in_.move();
    }
    if (in_.peek() != quote) in_.error(begin, "this text is not closed");
    in_.move();
    Phrase part = text_part(std::move(text), in_.place(begin));
    in_.skip();
    return part;
  }

  std::uint32_t hexadecimal() {
    std::uint32_t value = 0;
    for (;; in_.move()) {
      const char c = in_.peek();
      std::uint32_t digit = 0;
      if (c >= '0' && c <= '9') digit = static_cast<std::uint32_t>(c - '0');
      else if (c >= 'a' && c <= 'f') digit = static_cast<std::uint32_t>(c - 'a') + 10;
      else if (c >= 'A' && c <= 'F') digit = static_cast<std::uint32_t>(c - 'A') + 10;
      else return std::min(value, kLastCodePoint);
      value = std::min(value, kLastCodePoint) * 16 + digit;
    }
  }

  Phrase numbered() {
    in_.move(2);
    const std::uint32_t code = hexadecimal();
    in_.skip();
    return set_part(CharClass{{code, code}});
  }

  /// [ with a ] on the same line and no white space behind it.
  bool is_class() const {
    const std::string_view rest = in_.rest();
    const std::size_t end = rest.find(']');
    return end != rest.npos && end > 1 && rest.substr(0, end).find('\n') == rest.npos &&
           rest[1] != ' ';
  }

  Phrase character_class() {
    const std::size_t begin = in_.at();
    in_.move();
    const bool negated = in_.peek() == '^';
    if (negated) in_.move();
    CharClass set;
    const auto one = [&] {
      if (in_.next_is("#x")) {
        in_.move(2);
        return hexadecimal();
      }
      const std::string_view rest = in_.rest();
      std::size_t length = 0;
      if (rest[0] == '\\' && rest.size() > 1) {
        length = 1;
        const std::uint32_t code = escaped_character(rest, length);
        in_.move(length);
        return code;
      }
      const std::uint32_t code = next_character(rest, length);
      in_.move(length);
      return code;
    };
    while (!in_.at_end() && in_.peek() != ']') {
      const std::uint32_t low = one();
      std::uint32_t high = low;
      if (in_.peek() == '-' && in_.peek(1) != ']' && in_.peek(1) != '\0') {
        in_.move();
        high = one();
      }
      if (high >= low) set.add({low, high});
    }
    in_.move();
    Phrase part = set_part(negated ? set.complement() : set);
    part.place = in_.place(begin);
    in_.skip();
    return part;
  }

  bool classes_;
};

}  // namespace

ImportedGrammar read_ebnf(const Source& source, std::uint32_t file, Problems& problems) {
  return EbnfReader(source, file, problems).read();
}

}  // namespace grabr
