// Recursive descent over the frame of a grammar:
//   [ "lexer" | "parser" ] "grammar" name ";"
//   { "options" "{" … "}" | "import" names ";" | "tokens" "{" names "}" | "channels" "{" … "}"
//     | "@" name [ "::" name ] "{" code "}" | "mode" name ";"
//     | [ "fragment" ] name … ":" alternatives ";" }
// Tested by antlr_test.cc.
#include <algorithm>
#include <utility>

#include "import/read/antlr_elements.h"
#include "import/read/cursor.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

bool begins_token(const std::string& name) { return name[0] >= 'A' && name[0] <= 'Z'; }

class AntlrReader {
 public:
  AntlrReader(const Source& source, std::uint32_t file, Problems& problems)
      : in_(source, file, problems, {{"//"}, "/*", "*/"}), elements_(in_, read_.grammar) {}

  AntlrFile read() {
    read_.grammar.notation = "ANTLR 4";
    in_.skip();
    head();
    while (!in_.at_end()) {
      const std::uint32_t before = in_.at();
      item();
      if (in_.at() == before) {
        in_.error(before, "a rule is expected here", "rules are written name : … ;");
        in_.skip_past(';');
      }
    }
    return std::move(read_);
  }

 private:
  void head() {
    if (in_.eat_word("lexer")) read_.kind = AntlrFile::Kind::kLexer;
    else if (in_.eat_word("parser")) read_.kind = AntlrFile::Kind::kParser;
    else if (in_.eat_word("tree")) read_.kind = AntlrFile::Kind::kParser;
    if (!in_.eat_word("grammar")) {
      in_.error(in_.at(), "a grammar of ANTLR begins with `grammar NAME;`");
      return;
    }
    read_.grammar.name = in_.name();
    in_.eat(";");
  }

  void item() {
    const std::uint32_t begin = in_.at();
    if (in_.peek() == '@') {
      named_action();
    } else if (in_.eat_word("options")) {
      options(true);
    } else if (in_.eat_word("import")) {
      imports();
    } else if (in_.eat_word("tokens")) {
      if (in_.peek() == '{') declared();
    } else if (in_.eat_word("channels")) {
      if (in_.peek() == '{') in_.bracketed('{', '}');
      in_.skip();
    } else if (in_.eat_word("mode")) {
      mode_ = in_.name();
      if (mode_ == "DEFAULT_MODE") mode_.clear();
      in_.eat(";");
    } else {
      rule(begin);
    }
  }

  void named_action() {
    const std::uint32_t begin = in_.at();
    in_.move();
    const std::string name = in_.name();
    if (in_.eat("::")) in_.name();
    if (in_.peek() == '{') {
      in_.bracketed('{', '}');
      const ImportPlace place = in_.place(begin);
      in_.skip();
      if (name == "members") {
        read_.grammar.remark({place.file, {place.span.begin, place.span.begin + 1}},
                             "code (@members)", "left out: code is not run");
      }
    }
  }

  /// { key = value; … }; `of_grammar`: not of a single rule, whose own ignore_case they set.
  void options(bool of_grammar) {
    if (!in_.eat("{")) return;
    while (!in_.at_end() && !in_.eat("}")) {
      const std::uint32_t begin = in_.at();
      const std::string key = in_.name();
      in_.eat("=");
      std::string value;
      if (in_.peek() == '\'' || in_.peek() == '"' || key.empty()) in_.move();
      if (in_.peek() == '{') in_.bracketed('{', '}');
      else value = in_.name(".");
      option(key, value, of_grammar);
      in_.eat(";");
      if (in_.at() == begin) in_.move();
    }
  }

  void option(const std::string& key, const std::string& value, bool of_grammar) {
    if (key == "tokenVocab") read_.vocabulary = value;
    if (key == "superClass") read_.bases.insert(value);
    if (key == "caseInsensitive")
      (of_grammar ? ignore_case_ : rule_ignores_case_) = value == "true";
  }

  void imports() {
    do {
      std::string name = in_.name();
      if (in_.eat("=")) name = in_.name();
      if (!name.empty()) read_.imports.push_back(std::move(name));
    } while (in_.eat(","));
    in_.eat(";");
  }

  /// tokens { A, B } or, in ANTLR 3, tokens { A = 'text'; }
  void declared() {
    in_.eat("{");
    while (!in_.at_end() && !in_.eat("}")) {
      const std::uint32_t begin = in_.at();
      const std::string name = in_.name();
      if (!name.empty() && in_.eat("=")) {
        const char quote = in_.peek();
        in_.move();
        std::string text;
        while (!in_.at_end() && in_.peek() != quote) {
          text += in_.peek();
          in_.move();
        }
        in_.move();
        in_.skip();
        ImportedToken token;
        token.name = name;
        token.body = text_part(text, in_.place(begin));
        token.place = in_.place(begin);
        read_.grammar.tokens.push_back(std::move(token));
      } else if (!name.empty()) {
        read_.grammar.declared.push_back(name);
      }
      if (!in_.eat(",") && !in_.eat(";") && in_.at() == begin) in_.move();
    }
  }

  void rule(std::uint32_t begin) {
    rule_ignores_case_ = ignore_case_;
    for (const char* word : {"protected", "public", "private"}) in_.eat_word(word);
    const bool fragment = in_.eat_word("fragment");
    const std::string name = in_.name();
    if (name.empty()) return;
    const ImportPlace place = in_.place(begin);
    // What stands before the colon: arguments, results, exceptions, options, actions.
    while (!in_.at_end() && in_.peek() != ':') {
      const std::uint32_t before = in_.at();
      if (in_.peek() == '[') {
        in_.bracketed('[', ']');
        in_.skip();
      } else if (in_.peek() == '@') {
        named_action();
      } else if (in_.peek() == '{') {
        in_.bracketed('{', '}');
        in_.skip();
      } else if (in_.eat_word("options")) {
        options(false);
      } else if (in_.eat_word("catch") || in_.eat_word("finally")) {
        continue;
      } else if (in_.at_name()) {
        in_.name();
        in_.eat(",");
      }
      in_.eat("!");
      if (in_.at() == before) break;
    }
    if (!in_.eat(":")) {
      in_.error(in_.at(), "there is no colon after the name of the rule " + ticked(name));
      in_.skip_past(';');
      return;
    }
    std::vector<AntlrAlternative> alternatives =
        elements_.read(begins_token(name), rule_ignores_case_);
    if (begins_token(name)) add_token(name, fragment, place, std::move(alternatives));
    else add_rule(name, place, std::move(alternatives));
    while (in_.eat_word("catch") || in_.eat_word("finally")) {
      if (in_.peek() == '[') in_.bracketed('[', ']');
      in_.skip();
      if (in_.peek() == '{') in_.bracketed('{', '}');
      in_.skip();
    }
  }

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
    read_.grammar.rules.push_back(std::move(rule));
  }

  /// Alternatives with commands of their own are tokens of their own.
  void add_token(const std::string& name, bool fragment, ImportPlace place,
                 std::vector<AntlrAlternative> alternatives) {
    if (alternatives.size() > 1 && !alternatives.back().commands.empty()) {
      // `A : 'x' | 'y' -> skip`: the command is that of all alternatives.
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
      token.ignore_case = rule_ignores_case_;
      if (fragment) token.use = ImportedToken::Use::kFragment;
      const auto commands = alternatives[done].commands;
      std::vector<Phrase> bodies;
      for (; done < alternatives.size() && alternatives[done].commands == commands; ++done) {
        bodies.push_back(std::move(alternatives[done].body));
        token.predicated = token.predicated || alternatives[done].predicated;
      }
      token.body = choice_of(std::move(bodies));
      for (const auto& [command, argument] : commands) obey(token, command, argument);
      read_.grammar.tokens.push_back(std::move(token));
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
      read_.grammar.remark(token.place, "the lexer command " + command, "left out");
    }
  }

  AntlrFile read_;
  ImportCursor in_;
  AntlrElements elements_;
  std::string mode_;
  bool ignore_case_ = false;
  bool rule_ignores_case_ = false;
};

}  // namespace

AntlrFile read_antlr(const Source& source, std::uint32_t file, Problems& problems) {
  return AntlrReader(source, file, problems).read();
}

void merge_antlr(AntlrFile& into, AntlrFile&& other) {
  ImportedGrammar& ours = into.grammar;
  std::set<std::string> known;
  for (const ImportedRule& rule : ours.rules) known.insert(rule.name);
  for (const ImportedToken& token : ours.tokens) known.insert(token.name);
  for (ImportedRule& rule : other.grammar.rules) {
    if (!known.contains(rule.name)) ours.rules.push_back(std::move(rule));
  }
  for (ImportedToken& token : other.grammar.tokens) {
    if (!known.contains(token.name)) ours.tokens.push_back(std::move(token));
  }
  ours.declared.insert(ours.declared.end(), other.grammar.declared.begin(),
                       other.grammar.declared.end());
  std::move(other.grammar.remarks.begin(), other.grammar.remarks.end(),
            std::back_inserter(ours.remarks));
  into.bases.merge(other.bases);
}

}  // namespace grabr
