// An action is understood by its words: `return NAME` makes a token (without a return, any name of
// a token does, as in macros), the name of a start condition enters it, BEGIN(INITIAL) and pops
// leave it; without a token, the text is skipped. The pieces of a token that is read in its own
// state,  \" BEGIN(S);  <S>[^"]+ ;  <S>\" { BEGIN(INITIAL); return STRING; }  are put together by
// fold_modes. Tested by yacc_test.cc.
#include "import/rewrite/flex_tokens.h"

#include <algorithm>
#include <set>
#include <utility>

#include "import/read/patterns.h"
#include "import/rewrite/named_tokens.h"
#include "import/rewrite/steps.h"
#include "text/ascii.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

/// The words, texts in single quotes and signs of code; comments and texts in double quotes are
/// removed.
std::vector<std::string> words_of(const std::string& code) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (code.compare(at, 2, "/*") == 0) {
      const std::size_t end = code.find("*/", at + 2);
      at = end == code.npos ? code.size() : end + 2;
    } else if (code.compare(at, 2, "//") == 0) {
      at = std::min(code.find('\n', at), code.size());
    } else if (c == '"' || c == '\'') {
      std::size_t end = at + 1;
      while (end < code.size() && code[end] != c && code[end] != '\n') {
        end += code[end] == '\\' ? 2 : 1;
      }
      end = std::min(end, code.size());
      if (c == '\'') words.push_back(code.substr(at, end - at));
      at = end + 1;
    } else if (is_word(c)) {
      std::size_t end = at;
      while (end < code.size() && is_word(code[end])) ++end;
      words.push_back(code.substr(at, end - at));
      at = end;
    } else {
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') words.emplace_back(1, c);
      ++at;
    }
  }
  return words;
}

struct Action {
  std::vector<std::string> tokens;  ///< "'c" stands for a character
  bool undecided = false;           ///< it returns a token that code chooses
  bool itself = false;              ///< it returns the character that was read
  std::string enters;
  bool leaves = false;
  bool more = false;
  bool empty = false;     ///< yyless(0)
  bool ends = false;      ///< it returns the end of the input
  bool reads_on = false;  ///< code reads the text that follows
  bool error = false;     ///< it only reports an error
};

class TokensOfFlex {
 public:
  TokensOfFlex(ImportedGrammar& grammar, FlexFile&& file)
      : grammar_(grammar),
        file_(std::move(file)),
        declared_(grammar.declared.begin(), grammar.declared.end()),
        taken_(declared_) {}

  FlexTokens add() {
    std::vector<Action> actions;
    for (const FlexRule& rule : file_.rules) actions.push_back(action_of(rule.action));
    find_kinds_of_states(actions);
    for (std::size_t i = 0; i < file_.rules.size(); ++i) add_rule(file_.rules[i], actions[i]);
    std::move(file_.remarks.begin(), file_.remarks.end(), std::back_inserter(grammar_.remarks));
    return std::move(out_);
  }

 private:
  void add_token(Action& action, const std::string& word) const {
    std::string name = word;
    // make_NAME is how bison's C++ parsers name it.
    if (!declared_.contains(name) && name.starts_with("make_")) name = name.substr(5);
    if (name.starts_with("'") ? name.size() < 2 : !declared_.contains(name)) return;
    if (name.starts_with("'\\") && name.size() == 3) {
      const char c = name[2];
      name = std::string("'") + (c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
    }
    if (std::find(action.tokens.begin(), action.tokens.end(), name) == action.tokens.end()) {
      action.tokens.push_back(name);
    }
  }

  Action action_of(const std::string& code) const {
    Action action;
    const std::vector<std::string> words = words_of(code);
    bool returns = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      const std::string lower = lower_case(word);
      if (word == "return") {
        returns = true;
        read_returned(action, words, i + 1);
      } else if (says_error(lower) && begins_statement(words, i)) {
        action.error = true;
      } else if (lower == "yyinput" || lower == "input") {
        action.reads_on = true;
      } else if (lower == "yymore") {
        action.more = true;
      } else if (lower == "yyless" && i + 2 < words.size() && words[i + 2] == "0") {
        action.empty = true;
      } else if (file_.states.contains(word)) {
        action.enters = word;
      } else if (word == "INITIAL" || lower.find("pop_state") != lower.npos ||
                 lower == "begin_default" || (word == "BEGIN" && leaves_at(words, i + 1))) {
        action.leaves = true;
      }
    }
    if (returns) {
      const bool nothing = action.tokens.empty() && !action.undecided && !action.itself;
      action.error = action.error || (action.ends && nothing);
      return action;
    }
    for (const std::string& word : words) {
      if (!word.starts_with("'")) add_token(action, word);
    }
    return action;
  }

  static bool says_error(const std::string& lower) {
    return lower == "throw" || lower == "unreachable" || lower.find("error") != lower.npos;
  }

  /// Does the word begin a call or a throw that runs unconditionally and is not part of a return?
  static bool begins_statement(const std::vector<std::string>& words, std::size_t at) {
    if (words[at] != "throw" && (at + 1 >= words.size() || words[at + 1] != "(")) return false;
    int depth = 0;
    for (std::size_t i = 0; i < at; ++i) {
      depth += words[i] == "{" ? 1 : words[i] == "}" ? -1 : 0;
      if (words[i] == "if" || words[i] == "return" || words[i] == "else") return false;
    }
    return depth <= 1;
  }

  bool leaves_at(const std::vector<std::string>& words, std::size_t at) const {
    if (at < words.size() && words[at] == "(") ++at;
    return at < words.size() && !file_.states.contains(words[at]);
  }

  void read_returned(Action& action, const std::vector<std::string>& words, std::size_t at) const {
    const std::size_t before = action.tokens.size();
    bool other = false;
    bool again = false;  // return yylex()
    for (std::size_t i = at; i < words.size() && words[i] != ";" && words[i] != "}"; ++i) {
      action.itself = action.itself || lower_case(words[i]).ends_with("text");
    }
    for (; at < words.size() && words[at] != ";" && words[at] != "}"; ++at) {
      const std::string lower = lower_case(words[at]);
      if (is_word(words[at][0]) && !(words[at][0] >= '0' && words[at][0] <= '9')) {
        const std::size_t tokens = action.tokens.size();
        add_token(action, words[at]);
        if (tokens == action.tokens.size()) {
          again = again || lower.find("yylex") != lower.npos;
          other = other || (!again && lower != "eof" && lower != "yyeof" && lower != "yyterminate");
          const bool call = at + 1 < words.size() && words[at + 1] == "(";
          if (call) add_of_function(action, words[at]);
        }
      } else if (words[at][0] == '\'') {
        add_token(action, words[at]);
      }
    }
    if (before < action.tokens.size() || action.itself) return;
    if (other) action.undecided = true;
    else if (!again) action.ends = true;  // return EOF
  }

  /// return check_type();  with the function after the rules.
  void add_of_function(Action& action, const std::string& function) const {
    const std::size_t begin = file_.code.rfind(function + "(");
    if (begin == file_.code.npos) return;
    const std::size_t end = file_.code.find("\n}", begin);
    if (end == file_.code.npos || end - begin > 4000) return;
    const std::vector<std::string> words = words_of(file_.code.substr(begin, end - begin));
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (is_word(words[i][0]) && words[i - 1] != "case") add_token(action, words[i]);
    }
  }

  /// Finds states that have tokens inside, those that a token ends, and those that are only
  /// skipped.
  void find_kinds_of_states(const std::vector<Action>& actions) {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (actions[i].tokens.empty() && !actions[i].itself) continue;
      for (const std::string& mode : modes_of(file_.rules[i])) {
        const bool leaves = actions[i].leaves || !actions[i].enters.empty();
        (leaves ? ending_ : inside_).insert(mode);
      }
    }
  }

  std::set<std::string> modes_of(const FlexRule& rule) const {
    std::set<std::string> modes;
    for (const std::string& state : rule.states) {
      const auto known = file_.states.find(state);
      const bool exclusive = known != file_.states.end() && known->second;
      modes.insert(exclusive ? state : "");
    }
    if (modes.empty()) modes.insert("");
    return modes;
  }

  bool is_everywhere(const FlexRule& rule) const {
    return std::find(rule.states.begin(), rule.states.end(), "*") != rule.states.end();
  }

  void add_rule(FlexRule& rule, const Action& action) {
    if (rule.end_of_file) return;
    if (action.error) {
      grammar_.remark(rule.place, "a pattern that is an error", "left out");
      return;
    }
    if (action.empty) {
      for (const std::string& name : action.tokens) out_.empty.insert(name);
      grammar_.remark(rule.place, "a pattern that yyless(0) gives back",
                      "wider: its token is empty");
      return;
    }
    std::string text;
    const bool fixed = is_fixed_text(simplified(rule.body, true), text);
    ImportedToken token = token_of("", std::move(rule.body), rule.place);
    token.ignore_case = file_.ignore_case;
    std::vector<std::string> tokens = action.tokens;
    std::erase_if(tokens, [&](const std::string& name) { return fixed && name == "'" + text; });
    const bool only_itself = tokens.empty() && (action.itself || !action.tokens.empty());
    if (only_itself) return;  // its text becomes a text of the rules
    if (tokens.empty() && !action.undecided && fixed &&
        (text == "/*" || text == "/**" || text == "//")) {
      comment_in_code(token, text);
    } else if (tokens.empty() && !action.undecided) {
      skip_or_piece(rule, action, token);
    } else {
      if (action.reads_on) string_in_code(token);
      named(rule, action, tokens, token);
    }
  }

  /// ['"] { … yyinput() …; return STRING; }
  void string_in_code(ImportedToken& token) {
    const Phrase sign = simplified(token.body, true);
    std::string text;
    std::vector<Phrase> ways;
    for (const char quote : {'"', '\'', '`'}) {
      const auto code = static_cast<unsigned char>(quote);
      const bool fixed = is_fixed_text(sign, text);
      const bool begins = fixed ? text == std::string(1, quote)
                                : sign.is(Phrase::Kind::kSet) && sign.set.contains(code) &&
                                      !sign.set.contains('a') && !sign.set.contains(';');
      if (begins) ways.push_back(quoted_text(quote));
      text.clear();
    }
    if (ways.empty()) return;
    grammar_.remark(token.place, "a quoted text read by code",
                    "guessed: up to the same quote, with escapes by a backslash");
    token.body = choice_of(std::move(ways));
  }

  /// "/*" { comment(); }  or  "/*" BEGIN(COMMENT);
  void comment_in_code(ImportedToken& token, const std::string& open) {
    token.use = Use::kSkip;
    token.name = "COMMENT";
    token.body = open == "//" ? regex_part("//[^\\n]*") : between(open, "*/");
    grammar_.tokens.push_back(std::move(token));
  }

  void skip_or_piece(const FlexRule& rule, const Action& action, ImportedToken token) {
    token.name = "SKIPPED";
    std::set<std::string> modes = modes_of(rule);
    const bool everywhere = is_everywhere(rule);
    if (everywhere) {
      for (const auto& [state, exclusive] : file_.states) {
        if (exclusive) modes.insert(state);
      }
    }
    for (const std::string& mode : modes) {
      ImportedToken one = token;
      one.mode = mode;
      one.next_mode = next_mode(action, mode);
      const std::string& next = one.next_mode;
      const bool begins = !next.empty() && next != "-" && ends_only(next);
      const bool piece = begins || (!everywhere && !mode.empty() && ends_only(mode) && next != "-");
      one.use = piece ? Use::kMore : Use::kSkip;
      if (piece && !begins) one.next_mode.clear();
      if (!piece && !next.empty() && next != "-" && inside_.contains(next)) {
        // Skipped text must not enter a state that has tokens.
        one.next_mode.clear();
      }
      grammar_.tokens.push_back(std::move(one));
    }
  }

  /// Is this the inside of one token: a state whose only tokens are those that leave it?
  bool ends_only(const std::string& mode) const {
    return ending_.contains(mode) && !inside_.contains(mode);
  }

  std::string next_mode(const Action& action, const std::string& mode) const {
    if (!action.enters.empty() && action.enters != mode) {
      const auto known = file_.states.find(action.enters);
      if (known != file_.states.end() && known->second) return action.enters;
    }
    return action.leaves && !mode.empty() ? "-" : "";
  }

  void named(const FlexRule& rule, const Action& action, const std::vector<std::string>& tokens,
             ImportedToken token) {
    if (tokens.size() == 1 && !tokens[0].starts_with("'")) {
      token.name = tokens[0];
    } else if (tokens.empty()) {
      token.name = free_name("WORD", taken_);
      out_.undecided.push_back(token.name);
    } else {
      std::string name;
      for (const std::string& each : tokens) {
        if (!each.starts_with("'")) name += (name.empty() ? "" : "_or_") + each;
        if (name.size() > 40) break;
      }
      token.name = free_name(name.empty() ? "SIGN" : name, taken_);
      for (const std::string& each : tokens) out_.ways[each].push_back(token.name);
    }
    for (const std::string& mode : modes_of(rule)) {
      ImportedToken one = token;
      one.mode = is_everywhere(rule) ? "" : mode;
      one.next_mode = next_mode(action, mode);
      grammar_.tokens.push_back(std::move(one));
    }
  }

  ImportedGrammar& grammar_;
  FlexFile file_;
  std::set<std::string> declared_;
  std::set<std::string> taken_;   // names of tokens
  std::set<std::string> inside_;  // states with tokens that stay in them
  std::set<std::string> ending_;  // states with tokens that leave them
  FlexTokens out_;
};

}  // namespace

FlexTokens add_flex_tokens(ImportedGrammar& grammar, FlexFile&& file) {
  return TokensOfFlex(grammar, std::move(file)).add();
}

}  // namespace grabr
