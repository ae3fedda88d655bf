// Recursive descent over
//   rule      = ["!"] ["?"] name ["{" parameters "}"] ["." n] ":" choice
//   choice    = sequence ["->" label] { "|" sequence ["->" label] }
//   sequence  = { item [ "?" | "*" | "+" | "~" n [ ".." m ] ] }
//   item      = "(" choice ")" | "[" choice "]" | "text" ["i"] | "a".."z" | /regex/flags
//             | name ["{" arguments "}"]
//   statement = "%ignore" choice | "%import" … | "%declare" names | "%override" rule
//             | "%extend" rule
// Names in upper case are tokens. Tested by lark_test.cc.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "import/read/cursor.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

bool is_token_name(const std::string& name) {
  const std::size_t at = name.find_first_not_of('_');
  return at != name.npos && name[at] >= 'A' && name[at] <= 'Z';
}

/// What regular expressions say by looking behind, which we cannot: "… up to a quote that no
/// backslash is before".
std::string without_look_behind(std::string text) {
  for (const char* known : {".*?(?<!\\\\)(\\\\\\\\)*?", ".*(?<!\\\\)(\\\\\\\\)*"}) {
    const std::string_view idiom = known;
    for (std::size_t at = text.find(idiom); at != text.npos; at = text.find(idiom, at + 1)) {
      text.replace(at, idiom.size(), "(?:\\\\.|[^\\\\])*?");
    }
  }
  return text;
}

/// Without the white space and comments that the flag x allows.
std::string without_space(const std::string& text) {
  std::string kept;
  bool in_set = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      kept += c;
      kept += text[++i];
      continue;
    }
    if (c == '[') in_set = true;
    if (c == ']') in_set = false;
    if (!in_set && c == '#') {
      while (i < text.size() && text[i] != '\n') ++i;
      continue;
    }
    if (in_set || (c != ' ' && c != '\t' && c != '\n' && c != '\r')) kept += c;
  }
  return kept;
}

class LarkReader {
 public:
  LarkReader(const Source& source, std::uint32_t file, Problems& problems)
      : in_(source, file, problems, {{"//", "#"}, "", ""}) {}

  LarkFile read() {
    grammar_.notation = "Lark";
    in_.skip();
    while (!in_.at_end()) {
      const std::uint32_t before = in_.at();
      if (in_.peek() == '%') statement();
      else definition(Means::kNew);
      if (in_.at() != before) continue;
      in_.error(before, "a rule is expected here", "rules are written name: …");
      skip_to_rule();
    }
    out_.grammar = std::move(grammar_);
    return std::move(out_);
  }

 private:
  enum class Means { kNew, kInstead, kMore };

  void skip_to_rule() {
    do {
      in_.move();
      in_.skip();
    } while (!in_.at_end() && !at_definition() && in_.peek() != '%');
  }

  bool at_definition() {
    const std::uint32_t at = in_.at();
    while (in_.peek() == '!' || in_.peek() == '?') in_.move();
    const bool named = in_.at_name() && !in_.name().empty();
    if (named && in_.peek() == '{') {
      in_.bracketed('{', '}');
      in_.skip();
    }
    if (named) priority();
    const bool found = named && in_.peek() == ':';
    in_.move_to(at);
    return found;
  }

  int priority() {
    const char next = in_.peek(1);
    if (in_.peek() != '.' || !((next >= '0' && next <= '9') || next == '-')) return 0;
    in_.eat(".");
    const bool negative = in_.eat("-");
    const int value = number();
    return negative ? -value : value;
  }

  int number() {
    int value = 0;
    for (; in_.peek() >= '0' && in_.peek() <= '9'; in_.move()) {
      value = std::min(value * 10 + (in_.peek() - '0'), 1000);
    }
    in_.skip();
    return value;
  }

  void definition(Means means) {
    const std::size_t begin = in_.at();
    if (!at_definition()) return;
    while (in_.peek() == '!' || in_.peek() == '?') in_.move();
    const std::string name = in_.name();
    const ImportPlace place = in_.place(begin);
    std::vector<std::string> parameters;
    if (in_.eat("{")) {
      while (in_.at_name()) {
        parameters.push_back(in_.name());
        in_.eat(",");
      }
      in_.eat("}");
    }
    const int first = priority();
    in_.eat(":");
    lexical_ = is_token_name(name);
    if (lexical_) {
      ImportedToken token;
      token.name = name;
      token.place = place;
      token.order = -first;
      token.body = choice(nullptr);
      add_token(std::move(token), means);
      return;
    }
    ImportedRule rule;
    rule.name = name;
    rule.place = place;
    rule.parameters = std::move(parameters);
    choice(&rule);
    for (ImportedBranch& branch : rule.branches) branch.priority = first;
    ImportedRule* known = grammar_.rule(name);
    if (known == nullptr) {
      grammar_.rules.push_back(std::move(rule));
    } else if (means == Means::kMore) {
      std::move(rule.branches.begin(), rule.branches.end(), std::back_inserter(known->branches));
    } else {
      *known = std::move(rule);
    }
  }

  void add_token(ImportedToken token, Means means) {
    for (ImportedToken& known : grammar_.tokens) {
      if (known.name != token.name || known.use != ImportedToken::Use::kToken) continue;
      if (means == Means::kMore) known.body = choice_of({known.body, token.body});
      else known = std::move(token);
      return;
    }
    grammar_.tokens.push_back(std::move(token));
  }

  void statement() {
    const std::size_t begin = in_.at();
    in_.move();
    const std::string what = in_.name();
    if (what == "ignore") {
      lexical_ = true;
      ImportedToken token;
      token.use = ImportedToken::Use::kSkip;
      token.body = choice(nullptr);
      token.name = token.body.is(Phrase::Kind::kName) ? token.body.text + " skipped" : "SKIPPED";
      token.place = in_.place(begin);
      grammar_.tokens.push_back(std::move(token));
    } else if (what == "import") {
      import(begin);
    } else if (what == "declare") {
      while (in_.at_name() && !at_definition()) grammar_.declared.push_back(in_.name());
    } else if (what == "override" || what == "extend") {
      definition(what == "extend" ? Means::kMore : Means::kInstead);
    } else {
      in_.error(begin, "%" + what + " is not known",
                "there are %ignore, %import, %declare, %override and %extend");
    }
  }

  void import(std::size_t begin) {
    std::vector<std::string> words;
    std::string path;
    if (in_.eat(".")) path = ".";
    while (in_.at_name()) {
      words.push_back(in_.name());
      if (!in_.eat(".")) break;
    }
    const bool list = in_.peek() == '(';
    for (std::size_t i = 0; i + (list ? 0 : 1) < words.size(); ++i) {
      path += (path.empty() || path == "." ? "" : ".") + words[i];
    }
    if (list) {
      in_.eat("(");
      while (in_.at_name()) {
        const std::string name = in_.name();
        out_.imports.push_back({path, name, name, in_.place(begin)});
        in_.eat(",");
      }
      in_.eat(")");
    } else if (!words.empty()) {
      LarkImport one{path, words.back(), words.back(), in_.place(begin)};
      if (in_.eat("->")) one.alias = in_.name();
      out_.imports.push_back(std::move(one));
    }
  }

  /// Alternatives; of a rule with their labels.
  Phrase choice(ImportedRule* rule) {
    if (++depth_ > kMostPartNesting) {
      in_.error(in_.at(), "this is nested deeper than " + std::to_string(kMostPartNesting));
      in_.move_to(std::string_view::npos);
      return {};
    }
    std::vector<Phrase> ways;
    in_.eat("|");
    do {
      std::vector<Phrase> parts;
      while (!ends()) {
        const std::uint32_t before = in_.at();
        parts.push_back(repetition());
        if (in_.at() == before) break;
      }
      ImportedBranch branch;
      branch.body = sequence_of(std::move(parts));
      if (in_.eat("->")) branch.label = in_.name();
      if (rule != nullptr) rule->branches.push_back(std::move(branch));
      else ways.push_back(std::move(branch.body));
    } while (in_.eat("|"));
    --depth_;
    return choice_of(std::move(ways));
  }

  bool ends() {
    const char c = in_.peek();
    return in_.at_end() || c == '|' || c == ')' || c == ']' || c == '}' || c == ',' || c == '%' ||
           in_.next_is("->") || at_definition();
  }

  Phrase repetition() {
    Phrase part = item();
    for (;;) {
      const char next = in_.peek(1);
      const bool begins_rule = (next >= 'a' && next <= 'z') || next == '_';
      if (in_.peek() == '?' && !begins_rule) {
        in_.eat("?");
        part = optional_of(std::move(part));
      } else if (in_.eat("*")) {
        part = repeat_of(std::move(part), 0, Phrase::kUnlimited);
      } else if (in_.eat("+")) {
        part = repeat_of(std::move(part), 1, Phrase::kUnlimited);
      } else if (in_.eat("~")) {
        const auto min = static_cast<std::uint32_t>(number());
        const auto max = in_.eat("..") ? static_cast<std::uint32_t>(number()) : min;
        part = repeat_of(std::move(part), min, std::max(min, max));
      } else {
        return part;
      }
    }
  }

  Phrase item() {
    const std::size_t begin = in_.at();
    const char c = in_.peek();
    if (c == '(' || c == '[') {
      in_.move();
      in_.skip();
      Phrase inner = choice(nullptr);
      if (!in_.eat(c == '(' ? ")" : "]"))
        in_.error(begin, std::string("this ") + c + " is not closed");
      return c == '(' ? inner : optional_of(std::move(inner));
    }
    if (c == '"') return text();
    if (c == '/') return regex();
    if (in_.at_name()) {
      Phrase part = named_part(in_.name(), in_.place(begin));
      if (in_.eat("{")) {
        while (!in_.at_end() && in_.peek() != '}') {
          const std::uint32_t before = in_.at();
          part.parts.push_back(choice(nullptr));
          in_.eat(",");
          if (in_.at() == before) break;
        }
        in_.eat("}");
      }
      return part;
    }
    in_.error(begin, std::string("no part of a rule begins with ") + c);
    in_.move();
    in_.skip();
    return {};
  }

  Phrase text() {
    const std::size_t begin = in_.at();
    Phrase part = text_part(in_.quoted_text(), in_.place(begin));
    if (in_.next_is("..\"")) {
      in_.move(2);
      const std::string last = in_.quoted_text();
      std::size_t from = 0;
      std::size_t to = 0;
      if (!part.text.empty() && !last.empty()) {
        const std::uint32_t low = next_character(part.text, from);
        part = set_part(CharClass{{low, std::max(low, next_character(last, to))}});
      }
    } else if (in_.peek() == 'i') {
      in_.move();
      part.ignore_case = true;
    }
    in_.skip();
    return part.is(Phrase::Kind::kText) && !part.ignore_case ? part : as_token(std::move(part));
  }

  Phrase regex() {
    const std::size_t begin = in_.at();
    in_.move();
    std::string found;
    bool in_set = false;
    while (!in_.at_end() && (in_.peek() != '/' || in_set)) {
      if (in_.peek() == '\\') {
        if (in_.peek(1) != '/') found += '\\';
        in_.move();
      }
      // A / in a set needs its backslash in Lark, too, but a line end never stands in one.
      if (in_.peek() == '\n') in_set = false;
      found += in_.peek();
      in_.move();
    }
    in_.move();
    std::set<char> flags;
    while (std::string_view("imslux").find(in_.peek()) != std::string_view::npos && !in_.at_end()) {
      flags.insert(in_.peek());
      in_.move();
    }
    if (flags.contains('x')) found = without_space(found);
    std::string left_out;
    std::optional<Phrase> part =
        read_js_regex(without_look_behind(found), flags.contains('i'), left_out);
    if (!part) in_.error(begin, "this expression cannot be read");
    if (!left_out.empty()) {
      grammar_.remark(in_.place(begin), left_out + " of an expression", "left out: wider");
    }
    Phrase body = part ? *std::move(part) : Phrase{};
    if (flags.contains('s')) {
      const CharClass line = CharClass{{'\n', '\n'}}.complement();
      for_each_part(body, [&](Phrase& each) {
        if (each.is(Phrase::Kind::kSet) && each.set == line) each.set = CharClass{{0, kLastStray}};
      });
    }
    body.place = in_.place(begin);
    in_.skip();
    return as_token(std::move(body));
  }

  /// In rules, what is no fixed text gets a token of its own.
  Phrase as_token(Phrase body) {
    if (lexical_) return body;
    for (const ImportedToken& known : grammar_.tokens) {
      if (made_.contains(known.name) && same_part(known.body, body)) return named_part(known.name);
    }
    ImportedToken token;
    std::string wanted = "PATTERN";
    if (body.is(Phrase::Kind::kText)) wanted = body.text + "_TEXT";
    token.name = wanted;
    for (int i = 2; !made_.insert(token.name).second; ++i) {
      token.name = wanted + "_" + std::to_string(i);
    }
    token.place = body.place;
    token.body = std::move(body);
    Phrase part = named_part(token.name, token.place);
    grammar_.tokens.push_back(std::move(token));
    return part;
  }

  ImportCursor in_;
  LarkFile out_;
  ImportedGrammar grammar_;
  std::set<std::string> made_;  // tokens of expressions in rules
  bool lexical_ = false;
  std::uint32_t depth_ = 0;
};

}  // namespace

LarkFile read_lark(const Source& source, std::uint32_t file, Problems& problems) {
  return LarkReader(source, file, problems).read();
}

const char* lark_common() {
  return R"lark(
DIGIT: "0".."9"
HEXDIGIT: "a".."f"|"A".."F"|DIGIT
INT: DIGIT+
SIGNED_INT: ["+"|"-"] INT
DECIMAL: INT "." INT? | "." INT
_EXP: ("e"|"E") SIGNED_INT
FLOAT: INT _EXP | DECIMAL _EXP?
SIGNED_FLOAT: ["+"|"-"] FLOAT
NUMBER: FLOAT | INT
SIGNED_NUMBER: ["+"|"-"] NUMBER
_STRING_INNER: /.*?/
_STRING_ESC_INNER: /([^"\\\n]|\\.)*/
ESCAPED_STRING: "\"" _STRING_ESC_INNER "\""
LCASE_LETTER: "a".."z"
UCASE_LETTER: "A".."Z"
LETTER: UCASE_LETTER | LCASE_LETTER
WORD: LETTER+
CNAME: ("_"|LETTER) ("_"|LETTER|DIGIT)*
WS_INLINE: (" "|/\t/)+
WS: /[ \t\f\r\n]/+
CR: /\r/
LF: /\n/
NEWLINE: (CR? LF)+
SH_COMMENT: /#[^\n]*/
CPP_COMMENT: /\/\/[^\n]*/
C_COMMENT: "/*" /(.|\n)*?/ "*/"
SQL_COMMENT: /--[^\n]*/
)lark";
}

}  // namespace grabr
