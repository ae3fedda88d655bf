// Recursive descent over
//   rule        = name ("=" | "=/") alternation        a new rule begins at the margin
//   alternation = concatenation { "/" concatenation }
//   repetition  = [ n ] [ "*" [ m ] ] element
//   element     = name | "(" … ")" | "[" … "]" | "text" | %s"text" | %i"text" | %x41-5A | %x41.42
//                 | <prose>
// Tested by notations_test.cc.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "import/read/readers.h"
#include "import/read/rule_reader.h"
#include "text/ascii.h"

namespace grabr {
namespace {

struct CoreRule {
  std::string_view name;
  std::string_view text;
};
constexpr std::array<CoreRule, 16> kCore = {{
    {"alpha", "%x41-5A / %x61-7A"},
    {"bit", "\"0\" / \"1\""},
    {"char", "%x01-7F"},
    {"cr", "%x0D"},
    {"crlf", "[CR] LF"},  // files have line ends of either kind
    {"ctl", "%x00-1F / %x7F"},
    {"digit", "%x30-39"},
    {"dquote", "%x22"},
    {"hexdig", "%x30-39 / %x41-46 / %x61-66"},
    {"htab", "%x09"},
    {"lf", "%x0A"},
    {"lwsp", "*(WSP / [CR] LF WSP)"},
    {"octet", "%x00-10FFFF"},
    {"sp", "%x20"},
    {"vchar", "%x21-7E"},
    {"wsp", "SP / HTAB"},
}};

class AbnfReader : RuleReader {
 public:
  AbnfReader(const Source& source, std::uint32_t file, Problems& problems)
      : RuleReader(source, file, problems, {{";"}, "", ""}), file_(file), problems_(problems) {}

  ImportedGrammar read() {
    grammar_.notation = "ABNF";
    grammar_.scannerless = true;
    read_rules(
        "rules are written name = …", [&] { rule(); },
        [&] {
          in_.move();
          in_.skip();
        });
    add_core_rules();
    return std::move(grammar_);
  }

 private:
  static std::string named(const std::string& name) { return lower_case(name); }

  bool at_rule() {
    const std::uint32_t at = in_.at();
    const bool found = in_.at_name() && !in_.name("-").empty() && in_.peek() == '=';
    in_.move_to(at);
    return found;
  }

  void rule() {
    const std::size_t begin = in_.at();
    if (!in_.at_name()) return;
    const std::string name = named(in_.name("-"));
    const ImportPlace place = in_.place(begin);
    if (!in_.eat("=")) {
      in_.error(in_.at(), "there is no = after the name " + ticked(name));
      while (!in_.at_end() && !at_rule()) {
        in_.move();
        in_.skip();
      }
      return;
    }
    const bool more = in_.eat("/");
    Phrase body = alternation();
    ImportedRule* known = grammar_.rule(name);
    if (known == nullptr) {
      grammar_.rules.push_back({name, {}, place});
      known = &grammar_.rules.back();
    } else if (!more) {
      grammar_.remark(place, "the second rule " + name, "it is one more alternative of the first");
    }
    std::vector<ImportedBranch> branches = branches_of(std::move(body));
    std::move(branches.begin(), branches.end(), std::back_inserter(known->branches));
  }

  Phrase alternation() {
    return alternatives({"/", "|"}, [&] {
      std::vector<Phrase> parts;
      while (!in_.at_end() && !ends()) parts.push_back(repetition());
      return parts;
    });
  }

  bool ends() {
    const char c = in_.peek();
    return c == '/' || c == '|' || c == ')' || c == ']' || at_rule();
  }

  Phrase repetition() {
    const bool counted = in_.peek() == '*' || (in_.peek() >= '0' && in_.peek() <= '9');
    if (!counted) return element();
    const std::uint32_t min = number(0);
    std::uint32_t max = min;
    const bool list = in_.peek() == '#';
    if (in_.peek() == '*' || list) {
      in_.move();
      max = number(Phrase::kUnlimited);
    }
    in_.skip();
    Phrase inner = element();
    if (list) {
      // The list of HTTP's grammars: 1#item.
      Phrase comma = text_part(",");
      Phrase items = list_of(std::move(inner), std::move(comma));
      return min == 0 ? optional_of(std::move(items)) : items;
    }
    return repeat_of(std::move(inner), min, max);
  }

  Phrase element() {
    const std::size_t begin = in_.at();
    if (in_.at_name()) {
      std::string name = named(in_.name("-"));
      return named_part(std::move(name), in_.place(begin));
    }
    if (in_.eat("(")) {
      Phrase inner = alternation();
      if (!in_.eat(")")) in_.error(begin, "this ( is not closed");
      return inner;
    }
    if (in_.eat("[")) {
      Phrase inner = alternation();
      if (!in_.eat("]")) in_.error(begin, "this [ is not closed");
      return optional_of(std::move(inner));
    }
    if (in_.peek() == '"') return quoted(true);
    if (in_.peek() == '%') return value();
    if (in_.peek() == '<') {
      const std::string prose = in_.bracketed('<', '>');
      const ImportPlace place = in_.place(begin);
      in_.skip();
      grammar_.remark(place, "the description <" + prose + ">", "left out: it is for people");
      return {};
    }
    in_.error(begin, "this is no element of a rule");
    in_.move();
    in_.skip();
    return {};
  }

  Phrase quoted(bool ignore_case) {
    const std::size_t begin = in_.at();
    in_.move();
    std::string text;
    while (!in_.at_end() && in_.peek() != '"' && in_.peek() != '\n') {
      text += in_.peek();
      in_.move();
    }
    if (in_.peek() != '"') in_.error(begin, "this text is not closed");
    in_.move();
    Phrase part = text_part(std::move(text), in_.place(begin));
    part.ignore_case = ignore_case;
    in_.skip();
    return part;
  }

  /// 99: it is none.
  std::uint32_t digit() const {
    const char c = in_.peek();
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<std::uint32_t>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return static_cast<std::uint32_t>(c - 'A') + 10;
    return 99;
  }

  bool is_digit_of(std::uint32_t base) const { return digit() < base; }

  std::uint32_t code(std::uint32_t base) {
    std::uint32_t value = 0;
    for (; is_digit_of(base); in_.move()) value = std::min(value * base + digit(), kLastCodePoint);
    return value;
  }

  /// 0: it is none.
  static std::uint32_t base_of(char letter) {
    switch (letter) {
      case 'b':
      case 'B': return 2;
      case 'd':
      case 'D': return 10;
      case 'x':
      case 'X': return 16;
      default: return 0;
    }
  }

  Phrase value() {
    const std::size_t begin = in_.at();
    in_.move();
    const char kind = in_.peek();
    in_.move();
    const bool is_text = kind == 's' || kind == 'S' || kind == 'i' || kind == 'I';
    if (is_text && in_.peek() == '"') return quoted(kind == 'i' || kind == 'I');
    const std::uint32_t base = base_of(kind);
    if (base == 0 || !is_digit_of(base)) {
      in_.error(begin,
                "behind % stands a base with digits (%b01, %d65, %x41), or %s or %i and a text");
      while (is_word(in_.peek())) in_.move();
      in_.skip();
      return {};
    }
    const std::uint32_t first = code(base);
    Phrase part;
    if (in_.peek() == '-') {
      in_.move();
      const std::uint32_t last = code(base);
      if (last < first) in_.error(begin, "this range has its ends the wrong way round");
      part = set_part(CharClass{{first, std::max(first, last)}});
    } else if (in_.peek() == '.') {
      std::string text = bytes_of(first);
      while (in_.peek() == '.') {
        in_.move();
        text += bytes_of(code(base));
      }
      part = text_part(std::move(text));
    } else {
      part = set_part(CharClass{{first, first}});
    }
    part.place = in_.place(begin);
    in_.skip();
    return part;
  }

  void add_core_rules() {
    for (bool added = true; added;) {
      added = false;
      std::set<std::string> used;
      for (const ImportedRule& rule : grammar_.rules) {
        for (const ImportedBranch& branch : rule.branches) {
          for_each_part(branch.body, [&](const Phrase& part) {
            if (part.is(Phrase::Kind::kName)) used.insert(part.text);
          });
        }
      }
      for (const CoreRule& core : kCore) {
        const std::string name(core.name);
        if (!used.contains(name) || grammar_.rule(name) != nullptr) continue;
        const Source text("core", name + " = " + std::string(core.text) + "\n");
        ImportedGrammar one = AbnfReader(text, file_, problems_).read_plain();
        grammar_.rules.push_back(std::move(one.rules.front()));
        added = true;
      }
    }
  }

  ImportedGrammar read_plain() {
    in_.skip();
    rule();
    return std::move(grammar_);
  }

  std::uint32_t file_;
  Problems& problems_;
};

}  // namespace

ImportedGrammar read_abnf(const Source& source, std::uint32_t file, Problems& problems) {
  return AbnfReader(source, file, problems).read();
}

}  // namespace grabr
