// A yacc grammar only names its tokens. Their texts come from a flex lexer, which is given or found
// next to the grammar under one of the usual names, or from texts in quotes (%token ARROW "->").
// Otherwise they are guessed by the names. Tested by yacc_test.cc.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "import/finish.h"
#include "import/importers.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"
#include "import/rewrite/flex_tokens.h"
#include "import/rewrite/named_tokens.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"
#include "text/ascii.h"

namespace grabr {
namespace {

bool is_lexer(const std::string& path) {
  const std::string lower = lower_case(path);
  return lower.ends_with(".l") || lower.ends_with(".ll") || lower.ends_with(".lex") ||
         lower.ends_with(".lpp");
}

class YaccImporter {
 public:
  YaccImporter(ImportedFile& result, const ReadImported& read) : result_(result), read_(read) {}

  ImportedGrammar join() {
    read_grammars();
    if (grammar_.rules.empty()) return std::move(grammar_);
    declare_all();
    read_lexers();
    add_aliases();
    define_tokens();
    if (!has_lexer_) guess_skipped();
    add_templates();
    return std::move(grammar_);
  }

 private:
  void read_grammars() {
    for (std::size_t i = 0; i < result_.sources.size(); ++i) {
      if (is_lexer(result_.sources[i].name())) continue;
      YaccFile one = read_source(result_, i, read_yacc);
      if (grammar_.name.empty()) {
        grammar_ = std::move(one.grammar);
        grammar_.name = stem_of(result_.sources[i].name());
      } else {
        append(grammar_, std::move(one.grammar));
      }
      aliases_.insert(one.aliases.begin(), one.aliases.end());
      ends_.insert(one.ends.begin(), one.ends.end());
    }
    if (!grammar_.name.empty()) return;
    result_.problems[0].push_back(
        {Severity::kError, {}, "a lexer alone has no rules", "give the grammar (.y) before it"});
  }

  /// Declares the tokens of the rules that are not declared.
  void declare_all() {
    std::set<std::string> known(grammar_.declared.begin(), grammar_.declared.end());
    for (const ImportedRule& rule : grammar_.rules) {
      known.insert(rule.name);
      known.insert(rule.parameters.begin(), rule.parameters.end());
    }
    for_each_part(grammar_, [&](const Phrase& part) {
      if (!part.is(Phrase::Kind::kName) || part.text.starts_with("\"")) return;
      if (!part.parts.empty() || !known.insert(part.text).second) return;
      grammar_.declared.push_back(part.text);
    });
  }

  void read_lexers() {
    for (std::size_t i = 0; i < result_.sources.size(); ++i) {
      if (is_lexer(result_.sources[i].name())) read_lexer(i);
    }
    if (!has_lexer_) find_lexer();
  }

  void read_lexer(std::size_t index) {
    has_lexer_ = true;
    FlexTokens found = add_flex_tokens(grammar_, read_source(result_, index, read_flex));
    for (auto& [token, ways] : found.ways) {
      auto& all = ways_[token];
      all.insert(all.end(), ways.begin(), ways.end());
    }
    empty_.merge(found.empty);
    undecided_.insert(undecided_.end(), found.undecided.begin(), found.undecided.end());
  }

  /// gram.y has scan.l, dtc-parser.y has dtc-lexer.l, thrifty.yy has thriftl.ll.
  void find_lexer() {
    const std::string path = result_.sources.front().name();
    const std::string folder = folder_of(path);
    const std::string stem = stem_of(path);
    const std::string extension = path.ends_with(".yy") || path.ends_with(".ypp") ? ".ll" : ".l";
    std::vector<std::string> names = {stem};
    if (stem.ends_with('y')) names.push_back(stem.substr(0, stem.size() - 1) + 'l');
    for (const char* word : {"parser", "grammar", "parse", "gram"}) {
      const std::size_t at = stem.rfind(word);
      if (at == stem.npos) continue;
      const std::string before = stem.substr(0, at);
      const std::string after = stem.substr(at + std::string_view(word).size());
      for (const char* other : {"lexer", "scanner", "lex", "scan", "tokens"}) {
        names.push_back(before + other + after);
      }
    }
    for (const std::string& name : names) {
      const std::string wanted = folder + name + extension;
      std::optional<std::string> text = read_(wanted);
      if (!text || text->find("%%") == text->npos) continue;
      result_.sources.emplace_back(wanted, *std::move(text));
      result_.guesses.push_back("the lexer is " + name + extension + ", found beside the grammar");
      read_lexer(result_.sources.size() - 1);
      return;
    }
  }

  /// %token ARROW "->": where rules say "->", they mean ARROW.
  void add_aliases() {
    std::map<std::string, std::string> tokens;  // text → token
    for (const auto& [token, text] : aliases_) tokens.emplace(text, token);
    for_each_part(grammar_, [&](Phrase& part) {
      if (!part.is(Phrase::Kind::kName) || !part.text.starts_with("\"")) return;
      const std::string text = part.text.substr(1);
      const auto found = tokens.find(text);
      part = found == tokens.end() ? text_part(text, part.place)
                                   : named_part(found->second, part.place);
    });
  }

  /// Replaces names by their meaning: lexer tokens with another name, or texts.
  void define_tokens() {
    std::set<std::string> defined;
    for (const ImportedToken& token : grammar_.tokens) defined.insert(token.name);
    const NamedTokens names(grammar_.declared);
    const bool quoted = std::any_of(aliases_.begin(), aliases_.end(), [](const auto& alias) {
      return alias.second.size() > 2 && alias.second.front() == '\'' && alias.second.back() == '\'';
    });
    std::map<std::string, Phrase> meanings;
    std::string guesses;
    const std::set<std::string> used = names_used(grammar_);
    for (const std::string& name : grammar_.declared) {
      if (!used.contains(name)) continue;
      std::vector<Phrase> ways;
      if (defined.contains(name)) ways.push_back(named_part(name));
      for (const std::string& other : ways_[name]) ways.push_back(named_part(other));
      if (empty_.contains(name)) ways.emplace_back();
      if (ends_.contains(name)) ways = {end_of_input()};
      if (ways.empty() && names.is_identifier(name)) {
        for (const std::string& word : undecided_) ways.push_back(named_part(word));
      }
      if (ways.empty()) ways.push_back(without_lexer(name, names, quoted, guesses));
      meanings.emplace(name, choice_of(std::move(ways)));
    }
    for (const auto& [name, others] : ways_) {
      if (!name.starts_with("'")) continue;
      std::vector<Phrase> ways;
      for (const std::string& other : others) ways.push_back(named_part(other));
      meanings.emplace(name, choice_of(std::move(ways)));
    }
    for_each_body(grammar_, [&](Phrase& body) { put_meanings(body, meanings); });
    if (!guesses.empty()) {
      result_.guesses.push_back("tokens that no lexer defines, by their names: " + guesses);
    }
  }

  /// Inner parts first: a meaning may contain the name it replaces.
  static void put_meanings(Phrase& part, const std::map<std::string, Phrase>& meanings) {
    for (Phrase& inner : part.parts) put_meanings(inner, meanings);
    std::string name;
    if (part.is(Phrase::Kind::kText)) name = "'" + part.text;
    if (part.is(Phrase::Kind::kName) && part.parts.empty()) name = part.text;
    const auto found = meanings.find(name);
    if (found == meanings.end()) return;
    const ImportPlace place = part.place;
    part = found->second;
    part.place = place;
  }

  Phrase without_lexer(const std::string& name, const NamedTokens& names, bool quoted,
                       std::string& guesses) {
    const auto alias = aliases_.find(name);
    if (alias != aliases_.end()) {
      const std::string& text = alias->second;
      const bool inner = text.size() > 2 && text.front() == '\'' && text.back() == '\'';
      if (inner) return text_part(text.substr(1, text.size() - 2));
      if (!quoted && !names.is_description(name, text)) return text_part(text);
    }
    Phrase guess = names.guessed(name);
    const bool text = guess.is(Phrase::Kind::kText);
    guesses += (guesses.empty() ? "" : ", ") + name + (text ? " `" + guess.text + "`" : "");
    if (text || guess.is(Phrase::Kind::kPredicate)) return guess;
    grammar_.tokens.push_back(token_of(name, std::move(guess)));
    grammar_.ignore_case = names.ignores_case();
    return named_part(name);
  }

  /// Guesses white space, and comments with signs that no token begins with.
  void guess_skipped() {
    std::set<std::string> texts;
    bool line_ends = false;
    for_each_part(grammar_, [&](const Phrase& part) {
      if (!part.is(Phrase::Kind::kText)) return;
      texts.insert(part.text);
      line_ends = line_ends || part.text.find('\n') != part.text.npos;
    });
    const auto begins_none = [&](const std::string& sign) {
      return std::none_of(texts.begin(), texts.end(),
                          [&](const std::string& text) { return text.starts_with(sign); });
    };
    add_skip("SPACE", regex_part(line_ends ? "[\\t\\v\\f\\r ]+" : "[\\t\\n\\v\\f\\r ]+"));
    std::string signs;
    const Phrase to_line_end = regex_part("[^\\n]*");
    for (const char* sign : {"#", "//", "--"}) {
      if (!begins_none(sign) || (std::string(sign) == "--" && !grammar_.ignore_case)) continue;
      add_skip("COMMENT", sequence_of({text_part(sign), to_line_end}));
      signs += std::string(", ") + sign;
    }
    if (begins_none("/*")) {
      add_skip("COMMENT", between("/*", "*/"));
      signs += ", /* */";
    }
    result_.guesses.push_back("what is skipped: white space" +
                              (signs.empty() ? "" : ", and comments by" + signs.substr(1)));
  }

  void add_skip(const std::string& name, Phrase body) {
    grammar_.tokens.push_back(token_of(name, std::move(body), {}, ImportedToken::Use::kSkip));
  }

  /// Adds the rules of Lrama's library that the grammar calls and does not define.
  void add_templates() {
    add_template("option", {"X"}, {{}, named_part("X")});
    add_template("list", {"X"}, {many_of(named_part("X"))});
    add_template("nonempty_list", {"X"}, {some_of(named_part("X"))});
    const Phrase separated = list_of(named_part("X"), named_part("S"));
    add_template("separated_list", {"S", "X"}, {optional_of(separated)});
    add_template("separated_nonempty_list", {"S", "X"}, {separated});
    add_template("preceded", {"O", "X"}, {sequence_of({named_part("O"), named_part("X")})});
    add_template("terminated", {"X", "C"}, {sequence_of({named_part("X"), named_part("C")})});
    add_template("delimited", {"O", "X", "C"},
                 {sequence_of({named_part("O"), named_part("X"), named_part("C")})});
    expand_templates(grammar_);
  }

  void add_template(const std::string& name, std::vector<std::string> parameters,
                    std::vector<Phrase> bodies) {
    if (grammar_.rule(name) != nullptr) return;
    grammar_.rules.push_back({name, branches_of(std::move(bodies)), {}, std::move(parameters)});
  }

  ImportedFile& result_;
  const ReadImported& read_;
  ImportedGrammar grammar_;
  std::map<std::string, std::string> aliases_;
  std::set<std::string> ends_;
  std::map<std::string, std::vector<std::string>> ways_;
  std::vector<std::string> undecided_;
  std::set<std::string> empty_;
  bool has_lexer_ = false;
};

}  // namespace

void import_yacc(ImportedFile& result, const ImportOptions& options, const ReadImported& read) {
  ImportedGrammar grammar = YaccImporter(result, read).join();
  if (grammar.rules.empty()) return;
  fold_modes(grammar);
  finish_tokens(grammar);
  if (grammar.start.empty()) grammar.start = grammar.rules.front().name;
  if (!options.start.empty()) grammar.start = options.start;
  rewrite_rules(grammar);
  finish_import(grammar, result);
}

}  // namespace grabr
