// Maps the nodes of grammars/antlr4.json to phrases. Code is not run: actions are left out;
// conditions become kPredicate, which matches nothing. Both give a remark. Tested by antlr_test.cc.
#include <algorithm>
#include <iterator>
#include <utility>

#include "import/read/characters.h"
#include "import/read/notation.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"
#include "text/utf8.h"

namespace grabr {
namespace {

struct AntlrAlternative {
  Phrase body;
  std::string label;
  bool right = false;  ///< <assoc=right>
  bool predicated = false;
  /// Lexer commands with their arguments: {"skip", ""}, {"type", "ID"}.
  std::vector<std::pair<std::string, std::string>> commands;
};

std::string shortened(std::string code) {
  for (char& c : code) c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return beginning(code, 60);
}

/// The text without its first and its last byte.
std::string inside(const Parsed& of) {
  const std::string written = of.text();
  return written.size() < 2 ? "" : written.substr(1, written.size() - 2);
}

Phrase part_of(Phrase::Kind kind, ImportPlace place) {
  Phrase part;
  part.kind = kind;
  part.place = place;
  return part;
}

Phrase predicate_part(std::string text, ImportPlace place) {
  Phrase part = part_of(Phrase::Kind::kPredicate, place);
  part.text = std::move(text);
  return part;
}

class AntlrReader : NotationReader {
 public:
  AntlrReader(const Source& source, std::uint32_t file, Problems& problems)
      : NotationReader("antlr4", source, file, problems, "rules are written name : … ;") {
    const Make all = [&](const Parsed& of) { return choice(of); };
    const Make parts = [&](const Parsed& of) { return alternative(of).body; };
    const Make one = [&](const Parsed& of) { return element(of); };
    const Make others = [&](const Parsed& of) { return negated(of); };
    const Make nothing = [](const Parsed&) { return Phrase{}; };
    const Make grouped = [&](const Parsed& of) {
      Phrase part = below(of, lexical_ ? "lexer_choice" : "choice");
      part.place = of.place();
      return part;
    };
    table_ = {{"choice", all},        {"lexer_choice", all},
              {"alternative", parts}, {"lexer_alternative", parts},
              {"element", one},       {"lexer_element", one},
              {"negated", others},    {"lexer_negated", others},
              {"group", grouped},     {"lexer_group", grouped},
              {"options", nothing},   {"ARGUMENTS", nothing}};
    table_["reference"] = [&](const Parsed& of) { return below(of, "name"); };
    table_["name"] = [&](const Parsed& of) {
      if (of.text() == "EOF") return predicate_part("EOF", of.place());
      return named_part(of.text(), of.place());
    };
    table_["TEXT"] = [&](const Parsed& of) {
      Phrase part = text_part(unescaped(inside(of)), of.place());
      part.ignore_case = ignore_case_;
      return part;
    };
    table_["range"] = [&](const Parsed& of) { return range(of); };
    table_["SET"] = [&](const Parsed& of) { return set_part(cased(set(of)), of.place()); };
    table_["ANY"] = [&](const Parsed& of) {
      if (lexical_) return set_part(CharClass{}.complement(), of.place());
      return part_of(Phrase::Kind::kExcept, of.place());
    };
  }

  AntlrFile read() {
    grammar_.notation = "ANTLR 4";
    for (const Parsed& each : root().parts()) item(each);
    read_.grammar = std::move(grammar_);
    return std::move(read_);
  }

 private:
  void item(const Parsed& of) {
    const std::string_view what = of.name();
    if (what == "head") {
      if (of.has("lexer")) read_.kind = AntlrFile::Kind::kLexer;
      if (of.has("parser") || of.has("tree")) read_.kind = AntlrFile::Kind::kParser;
      grammar_.name = of.text_of("name");
    } else if (what == "named_action") {
      named_action(of);
    } else if (what == "options") {
      options(of, all_ignore_case_);
    } else if (what == "import") {
      for (const Parsed& each : of.parts("imported")) {
        const std::vector<Parsed> names = each.parts("name");
        if (!names.empty()) read_.imports.push_back(names.back().text());
      }
    } else if (what == "tokens") {
      for (const Parsed& each : of.parts("declared")) declare(each);
    } else if (what == "mode") {
      mode_ = of.text_of("name");
      if (mode_ == "DEFAULT_MODE") mode_.clear();
    } else if (what == "rule" || what == "token") {
      define(of, what == "token");
    }
  }

  void named_action(const Parsed& of) {
    if (of.text_of("name") != "members") return;
    const ImportPlace place = of.place();
    grammar_.remark({place.file, {place.span.begin, place.span.begin + 1}}, "code (@members)",
                    "left out: code is not run");
  }

  void options(const Parsed& of, bool& ignore_case) {
    for (const Parsed& each : of.parts("option")) {
      const std::string key = each.text_of("name");
      const std::string value = each.text_of("value");
      if (key == "tokenVocab") read_.vocabulary = value;
      if (key == "superClass") read_.bases.insert(value);
      if (key == "caseInsensitive") ignore_case = value == "true";
    }
  }

  /// tokens { A, B } or, in ANTLR 3, tokens { A = 'text'; }
  void declare(const Parsed& of) {
    const std::string name = of.text_of("name");
    if (name.empty()) return;
    if (!of.has("TEXT")) {
      grammar_.declared.push_back(name);
      return;
    }
    Phrase text = text_part(inside(of.part("TEXT")), of.place());
    grammar_.tokens.push_back(token_of(name, std::move(text), of.place()));
  }

  void define(const Parsed& of, bool lexical) {
    lexical_ = lexical;
    ignore_case_ = all_ignore_case_;
    const std::vector<Parsed> names = of.parts(lexical ? "TOKEN" : "NAME");
    if (names.empty()) return;
    for (const Parsed& each : of.parts("prequel")) {
      for (const Parsed& part : each.parts("options")) options(part, ignore_case_);
      for (const Parsed& part : each.parts("named_action")) named_action(part);
    }
    std::vector<AntlrAlternative> alternatives;
    for (const Parsed& all : of.parts(lexical ? "lexer_choice" : "choice")) {
      for (const Parsed& each : all.parts()) {
        if (!each.is_literal()) alternatives.push_back(alternative(each));
      }
    }
    if (alternatives.empty()) return;
    const std::vector<Parsed> modifiers = of.parts("modifier");
    const bool fragment = std::any_of(modifiers.begin(), modifiers.end(),
                                      [](const Parsed& each) { return each.text() == "fragment"; });
    const std::string name = names.front().text();
    if (lexical) add_token(name, fragment, names.front().place(), std::move(alternatives));
    else add_rule(name, names.front().place(), std::move(alternatives));
  }

  AntlrAlternative alternative(const Parsed& of) {
    AntlrAlternative made;
    std::vector<Phrase> parts;
    for (const Parsed& part : of.parts()) {
      const std::string_view what = part.name();
      const std::string options = what == "ANGLED" ? part.text() : part.text_of("ANGLED");
      made.right = made.right || options.find("right") != options.npos;
      if (what == "predicate") {
        made.predicated = true;
        parts.push_back(predicate(part));
      } else if (what == "action") {
        const Parsed code = part.part("CODE");
        grammar_.remark(code.place(), "the action {" + shortened(inside(code)) + "}",
                        "left out: code is not run");
      } else if (what == "element" || what == "lexer_element") {
        parts.push_back(phrase(part));
      } else if (what == "label") {
        made.label = part.text_of("name");
      } else if (what == "command") {
        made.commands.emplace_back(part.text_of("name"), part.text_of("argument"));
      }
    }
    made.body = sequence_of(std::move(parts));
    return made;
  }

  Phrase predicate(const Parsed& of) {
    const Parsed written = of.part("CODE");
    const std::string code = inside(written);
    if (lexical_) {
      grammar_.remark(written.place(), "the predicate {" + shortened(code) + "}?",
                      "left out: the token is read wherever the rules allow it");
    }
    return predicate_part(code, written.place());
  }

  Phrase element(const Parsed& of) {
    Phrase made;
    bool lazy = false;  // ANTLR 3: ( options {greedy=false;} : … )*
    for (const Parsed& part : of.parts()) {
      if (part.name() == "=>") return {};
      if (part.name() == "atom" || part.name() == "lexer_atom") {
        made = phrase(part);
        for (const Parsed& group : part.parts(lexical_ ? "lexer_group" : "group")) {
          lazy = group.text_of("options").find("greedy") != std::string::npos;
        }
      }
      if (part.name() != "suffix") continue;
      const std::string sign = part.text();
      made = repeat_of(std::move(made), sign[0] == '+' ? 1 : 0,
                       sign[0] == '?' ? 1 : Phrase::kUnlimited);
      made.lazy = sign.size() > 1 || lazy;
    }
    return made;
  }

  Phrase range(const Parsed& of) {
    std::vector<std::uint32_t> ends;
    for (const Parsed& each : of.parts("TEXT")) {
      std::size_t at = 0;
      const std::string text = unescaped(inside(each));
      ends.push_back(text.empty() ? 0 : next_character(text, at));
    }
    const std::uint32_t low = ends.empty() ? 0 : ends.front();
    const std::uint32_t high = ends.empty() ? 0 : ends.back();
    Phrase part = range_of(of, low, high);
    part.set = cased(part.set);
    return part;
  }

  /// The set of [a-z\p{L}].
  CharClass set(const Parsed& of) {
    const std::string written = inside(of);
    CharClass set;
    std::string plain = "[";
    for (std::size_t at = 0; at < written.size(); ++at) {
      const bool escape = written[at] == '\\' && at + 1 < written.size();
      if (escape && (written[at + 1] == 'p' || written[at + 1] == 'P')) {
        const std::size_t close = std::min(written.find('}', at), written.size());
        const std::size_t open = std::min(at + 3, close);
        const auto named = unicode_set(written.substr(open, close - open));
        if (!named) error(of, "this Unicode property is not known");
        if (named) set.add(written[at + 1] == 'P' ? named->complement() : *named);
        at = close;
        continue;
      }
      if (plain == "[" && written[at] == '^') plain += '\\';
      plain += written[at];
      if (escape) plain += written[++at];
    }
    set.add(character_class(plain + "]"));
    return set;
  }

  /// The characters of one part of a lexer's ~.
  CharClass set_of(const Phrase& part, const Parsed& at) {
    if (const auto one = one_character(part)) return cased(*one);
    CharClass set;
    if (part.is(Phrase::Kind::kChoice)) {
      for (const Phrase& inner : part.parts) set.add(set_of(inner, at));
    } else if (!part.is_empty() && !part.is(Phrase::Kind::kPredicate)) {
      error(at, "~ is for single characters", "write a set, as in ~[\"\\\\]");
    }
    return set;
  }

  Phrase negated(const Parsed& of) {
    Phrase inner = sequence_of(phrases(of));
    // It may name a token of one character, which is resolved once all tokens are known.
    bool named = !lexical_;
    for_each_part(inner,
                  [&](const Phrase& each) { named = named || each.is(Phrase::Kind::kName); });
    if (!named) return set_part(set_of(inner, of).complement(), of.place());
    Phrase part = part_of(Phrase::Kind::kExcept, of.place());
    if (inner.is(Phrase::Kind::kChoice)) part.parts = std::move(inner.parts);
    else part.parts.push_back(std::move(inner));
    return part;
  }

  CharClass cased(const CharClass& set) const { return ignore_case_ ? set.folded() : set; }

  void add_rule(const std::string& name, ImportPlace place,
                std::vector<AntlrAlternative> alternatives) {
    ImportedRule rule;
    rule.name = name;
    rule.place = place;
    int level = static_cast<int>(alternatives.size());
    for (AntlrAlternative& alternative : alternatives) {
      ImportedBranch branch;
      branch.body = std::move(alternative.body);
      branch.label = std::move(alternative.label);
      branch.binding =
          Binding{level--, alternative.right ? Binding::Side::kRight : Binding::Side::kLeft};
      rule.branches.push_back(std::move(branch));
    }
    grammar_.rules.push_back(std::move(rule));
  }

  /// Alternatives with their own commands become separate tokens.
  void add_token(const std::string& name, bool fragment, ImportPlace place,
                 std::vector<AntlrAlternative> alternatives) {
    if (alternatives.size() > 1 && !alternatives.back().commands.empty()) {
      // `A : 'x' | 'y' -> skip`: the command applies to all alternatives.
      for (AntlrAlternative& each : alternatives) {
        if (each.commands.empty()) each.commands = alternatives.back().commands;
      }
    }
    std::size_t done = 0;
    while (done < alternatives.size()) {
      ImportedToken token;
      token.name = name;
      token.mode = mode_;
      token.place = place;
      token.ignore_case = ignore_case_;
      if (fragment) token.use = ImportedToken::Use::kFragment;
      const auto commands = alternatives[done].commands;
      std::vector<Phrase> bodies;
      for (; done < alternatives.size() && alternatives[done].commands == commands; ++done) {
        bodies.push_back(std::move(alternatives[done].body));
        token.predicated = token.predicated || alternatives[done].predicated;
      }
      token.body = choice_of(std::move(bodies));
      for (const auto& [command, argument] : commands) obey(token, command, argument);
      grammar_.tokens.push_back(std::move(token));
    }
  }

  void obey(ImportedToken& token, const std::string& command, const std::string& argument) {
    if (command == "skip" || command == "channel") {
      const bool heard = argument == "DEFAULT_TOKEN_CHANNEL" || argument == "0";
      if (!heard && token.use == ImportedToken::Use::kToken) token.use = ImportedToken::Use::kSkip;
    } else if (command == "more") {
      token.use = ImportedToken::Use::kMore;
    } else if (command == "type") {
      token.type = argument;
    } else if (command == "pushMode" || command == "mode") {
      token.next_mode = argument == "DEFAULT_MODE" ? "-" : argument;
    } else if (command == "popMode") {
      token.next_mode = "-";
    } else {
      grammar_.remark(token.place, "the lexer command " + command, "left out");
    }
  }

  AntlrFile read_;
  std::string mode_;
  bool lexical_ = false;
  bool all_ignore_case_ = false;
  bool ignore_case_ = false;  // case is ignored in the rule that is being read
};

}  // namespace

AntlrFile read_antlr(const Source& source, std::uint32_t file, Problems& problems) {
  return AntlrReader(source, file, problems).read();
}

void merge_antlr(AntlrFile& into, AntlrFile&& other) {
  append_new(into.grammar, std::move(other.grammar));
  into.bases.merge(other.bases);
}

}  // namespace grabr
