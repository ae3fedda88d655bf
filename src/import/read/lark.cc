// Maps the nodes of grammars/lark.json to phrases. Names in upper case are tokens. Tested by
// lark_test.cc.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "import/read/characters.h"
#include "import/read/notation.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

bool is_token_name(const std::string& name) {
  const std::size_t at = name.find_first_not_of('_');
  return at != name.npos && name[at] >= 'A' && name[at] <= 'Z';
}

/// Rewrites common look-behind, which we do not have: "… up to a quote that no backslash precedes".
std::string without_look_behind(std::string text) {
  for (const char* known : {".*?(?<!\\\\)(\\\\\\\\)*?", ".*(?<!\\\\)(\\\\\\\\)*"}) {
    const std::string_view idiom = known;
    for (std::size_t at = text.find(idiom); at != text.npos; at = text.find(idiom, at + 1)) {
      text.replace(at, idiom.size(), "(?:\\\\.|[^\\\\])*?");
    }
  }
  return text;
}

class LarkReader : NotationReader {
 public:
  LarkReader(const Source& source, std::uint32_t file, Problems& problems)
      : NotationReader("lark", source, file, problems, "rules are written name: …") {
    table_ = {{"choice", [&](const Parsed& of) { return choice(of); }},
              {"repeated", [&](const Parsed& of) { return suffixed(of); }},
              {"label", [](const Parsed&) { return Phrase{}; }},
              {"option", [&](const Parsed& of) { return optional_of(below(of, "choice")); }},
              {"call", [&](const Parsed& of) { return call(of); }},
              {"NAME", [](const Parsed& of) { return named_part(of.text(), of.place()); }},
              {"TEXT", [&](const Parsed& of) { return text(of); }},
              {"RANGE", [&](const Parsed& of) { return range(of); }},
              {"REGEX", [&](const Parsed& of) { return regex(of); }}};
  }

  LarkFile read() {
    grammar_.notation = "Lark";
    for (const Parsed& each : root().parts()) {
      const std::string_view what = each.name();
      if (what == "definition") define(each, Means::kNew);
      if (what == "ignore") ignore(each);
      if (what == "import") import(each);
      for (const Parsed& of : each.parts("definition")) {
        define(of, what == "extend" ? Means::kMore : Means::kInstead);
      }
      if (what != "declare") continue;
      for (const Parsed& name : each.parts("NAME")) grammar_.declared.push_back(name.text());
    }
    out_.grammar = std::move(grammar_);
    return std::move(out_);
  }

 private:
  enum class Means { kNew, kInstead, kMore };

  void define(const Parsed& of, Means means) {
    const std::vector<Parsed> parts = of.parts();
    if (parts.empty()) return;
    const Parsed written = parts.front();
    std::string name = written.text();
    name.erase(0, name.find_first_not_of("!?"));
    const std::string level = of.text_of("PRIORITY");
    const int first = level.empty() ? 0 : std::atoi(level.c_str() + 1);
    lexical_ = is_token_name(name);
    if (lexical_) {
      ImportedToken token = token_of(name, below(of, "choice"), written.place());
      token.order = -first;
      add_token(std::move(token), means);
      return;
    }
    ImportedRule rule;
    rule.name = name;
    rule.place = written.place();
    for (const Parsed& names : of.parts("parameters")) {
      for (const Parsed& each : names.parts("NAME")) rule.parameters.push_back(each.text());
    }
    for (const Parsed& all : of.parts("choice")) {
      for (const Parsed& each : all.parts("branch")) {
        ImportedBranch branch;
        branch.body = phrase(each);
        for (const Parsed& label : each.parts("label")) branch.label = label.text_of("NAME");
        branch.priority = first;
        rule.branches.push_back(std::move(branch));
      }
    }
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

  void ignore(const Parsed& of) {
    lexical_ = true;
    Phrase body = below(of, "choice");
    const std::string name = body.is(Phrase::Kind::kName) ? body.text + " skipped" : "SKIPPED";
    grammar_.tokens.push_back(
        token_of(name, std::move(body), of.place(), ImportedToken::Use::kSkip));
  }

  void import(const Parsed& of) {
    std::vector<Parsed> words = of.parts("NAME");
    const std::vector<Parsed> listed = of.parts("imported");
    if (listed.empty() && words.empty()) return;
    const std::string last = words.empty() ? "" : words.back().text();
    if (listed.empty()) words.pop_back();
    // A leading dot means that the file is in the same folder.
    const bool beside = of.parts().size() > 1 && of.parts()[1].name() == ".";
    std::string path;
    for (const Parsed& word : words) path += (path.empty() ? "" : ".") + word.text();
    if (beside) path = "." + path;
    for (const Parsed& each : listed) {
      out_.imports.push_back({path, each.text(), each.text(), of.place()});
    }
    const std::string alias = of.text_of("alias");
    if (listed.empty()) {
      out_.imports.push_back({path, last, alias.empty() ? last : alias, of.place()});
    }
  }

  Phrase text(const Parsed& of) {
    const std::string written = of.text();
    Phrase part = text_part(unescaped(written.substr(1, written.rfind('"') - 1)), of.place());
    part.ignore_case = part.is(Phrase::Kind::kText) && written.ends_with('i');
    return part.is(Phrase::Kind::kText) && !part.ignore_case ? part : as_token(std::move(part));
  }

  Phrase range(const Parsed& of) {
    const std::string written = of.text();
    const std::string inside = unescaped(written.substr(1, written.size() - 2));
    std::size_t at = 0;
    const std::uint32_t low = next_character(inside, at);
    at = inside.find("\"..\"") + 4;
    const std::uint32_t high = std::max(low, next_character(inside, at));
    return as_token(set_part(CharClass{{low, high}}, of.place()));
  }

  Phrase regex(const Parsed& of) {
    const std::string written = of.text();
    const std::size_t end = written.rfind('/');
    std::string left_out;
    std::optional<Phrase> part = read_js_regex(without_look_behind(written.substr(1, end - 1)),
                                               written.substr(end + 1), left_out);
    if (!part) error(of, "this expression cannot be read");
    if (!left_out.empty()) {
      grammar_.remark(of.place(), left_out + " of an expression", "left out: wider");
    }
    Phrase body = part ? *std::move(part) : Phrase{};
    body.place = of.place();
    return as_token(std::move(body));
  }

  /// In rules, anything but a fixed text gets its own token.
  Phrase as_token(Phrase body) {
    if (lexical_) return body;
    for (const ImportedToken& known : grammar_.tokens) {
      if (made_.contains(known.name) && same_part(known.body, body)) return named_part(known.name);
    }
    const std::string name =
        free_name(body.is(Phrase::Kind::kText) ? body.text + "_TEXT" : "PATTERN", made_);
    grammar_.tokens.push_back(token_of(name, body, body.place));
    return named_part(name, body.place);
  }

  LarkFile out_;
  std::set<std::string> made_;  // tokens made from expressions in rules
  bool lexical_ = false;
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
