// The intermediate form of an imported grammar: the readers of all notations make it, the rewriting
// steps change it, and the writer turns it into grabr's JSON.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "import/model/phrase.h"
#include "text/diagnostic.h"

namespace grabr {

/// The name of the automatic token that a line end becomes (as JavaScript's inserted semicolon).
inline constexpr const char* kAutomaticName = "END_OF_LINE";

/// Our "layout" for languages whose blocks are indented.
inline constexpr const char* kPythonLayout =
    "{\n    \"style\": \"python\",\n    \"newline\": \"NEWLINE\", \"indent\": \"INDENT\", "
    "\"dedent\": \"DEDENT\",\n    \"brackets\": [[\"(\", \")\"], [\"[\", \"]\"], [\"{\", "
    "\"}\"]]\n  }";

/// The same for languages that also allow braces; `neighbours` is added.
inline constexpr const char* kOffsideLayout =
    "{\n    \"style\": \"offside\",\n    \"newline\": \"NEWLINE\", \"indent\": \"INDENT\", "
    "\"dedent\": \"DEDENT\",\n    \"brackets\": [[\"(\", \")\"], [\"[\", \"]\"]],\n    "
    "\"blocks\": [[\"{\", \"}\"]]\n  }";

/// The binding of an alternative that has its own rule at its ends.
struct Binding {
  enum class Side : std::uint8_t { kNone, kLeft, kRight };
  int level = 0;  ///< a higher one binds tighter
  Side side = Side::kNone;
};

struct ImportedBranch {
  Phrase body;
  std::string label;  ///< name of the alternative; may be empty
  std::optional<Binding> binding;
  int priority = 0;  ///< if a text can be read in two ways, the higher priority wins
};

/// One alternative for each body.
std::vector<ImportedBranch> branches_of(std::vector<Phrase> bodies);
/// The alternatives of a rule's body: one for each part of a choice.
std::vector<ImportedBranch> branches_of(Phrase body);

struct ImportedRule {
  std::string name;
  std::vector<ImportedBranch> branches;
  ImportPlace place;
  std::vector<std::string> parameters = {};  ///< parameters of a template: names in its branches
};

/// The choice of its alternatives.
Phrase body_of(const ImportedRule& rule);

/// The use of a text that a token matches.
struct ImportedToken {
  enum class Use : std::uint8_t {
    kToken,
    kSkip,      ///< may stand before any token
    kFragment,  ///< only part of other tokens
    kMore,      ///< only the beginning of a token that continues in `mode`
  };
  std::string name;
  Phrase body;
  Use use = Use::kToken;
  std::string mode;        ///< the lexer mode that it belongs to; "" is the first one
  std::string next_mode;   ///< the lexer mode after it; "": the same, "-": the one before (pop)
  std::string type;        ///< the parser sees this token instead (ANTLR's type()); "": itself
  bool immediate = false;  ///< nothing may be skipped before it
  bool ignore_case = false;
  bool predicated = false;  ///< in the original, code can reject it (a semantic predicate)
  int order = 0;            ///< lower ones win at equal length; then the order in the file
  std::string matcher;      ///< a matcher of ours as JSON, in place of `body`
  ImportPlace place;
};

/// A token with that body; the rest has the defaults above.
ImportedToken token_of(std::string name, Phrase body, ImportPlace place = {},
                       ImportedToken::Use use = ImportedToken::Use::kToken);

/// A construct that was left out or changed: its place, its name, and the consequence.
struct ImportRemark {
  ImportPlace place;
  std::string what;     ///< "a predicate", "a lexer mode"
  std::string meaning;  ///< "wider than the original: …"
};

struct ImportedGrammar {
  std::string notation;  ///< "ANTLR 4"
  std::string name;
  std::vector<std::string> extensions;  ///< of the language's files
  std::string start;                    ///< empty: guessed
  std::vector<ImportedRule> rules;
  std::vector<ImportedToken> tokens;
  std::vector<std::string> declared;  ///< tokens that code of the original lexer makes
  bool ignore_case = false;
  bool contextual = false;   ///< the parser's state decides which tokens the lexer looks for
  bool scannerless = false;  ///< the rules describe every character, without a lexer
  std::optional<std::set<std::string>> reserved;  ///< contextual: keywords that cannot be names
  std::string word;                               ///< the identifier token that keywords also match
  std::string layout;                             ///< our "layout" as JSON
  /// The layout's lists of tokens and texts, by key. Those that the grammar does not have are not
  /// written.
  std::map<std::string, std::set<std::string>> neighbours;
  std::string automatic;  ///< our "automatic" as JSON
  std::set<std::string>
      goes_on;  ///< if given, texts before which a line end is not the automatic token
  std::set<std::string> line_end_after;  ///< tokens after which a line end is the automatic token
  std::set<std::string> literals;        ///< texts of tokens that became literals of the rules
  std::set<std::string> made;            ///< tokens made by `layout` and `automatic`
  std::vector<ImportRemark> remarks;

  const ImportedRule* rule(std::string_view wanted) const;
  ImportedRule* rule(std::string_view wanted);
  const ImportedToken* token(std::string_view wanted) const;
  void remark(ImportPlace place, std::string what, std::string meaning) {
    remarks.push_back({place, std::move(what), std::move(meaning)});
  }
};

/// Calls visit(body) for the alternatives of all rules.
template <class Grammar, class Visit>
void for_each_body(Grammar& grammar, const Visit& visit) {
  for (auto& rule : grammar.rules) {
    for (auto& branch : rule.branches) visit(branch.body);
  }
}
/// Calls visit(part) for all parts of a rule, of all rules.
template <class Rule, class Visit>
requires requires(Rule& rule) { rule.branches; }
void for_each_part(Rule& rule, const Visit& visit) {
  for (auto& branch : rule.branches) for_each_part(branch.body, visit);
}
template <class Grammar, class Visit>
requires requires(Grammar& grammar) { grammar.rules; }
void for_each_part(Grammar& grammar, const Visit& visit) {
  for (auto& rule : grammar.rules) for_each_part(rule, visit);
}

/// Adds rules, tokens and remarks of another grammar.
void append(ImportedGrammar& into, ImportedGrammar&& other);
/// The same, without rules and tokens whose names are already taken.
void append_new(ImportedGrammar& into, ImportedGrammar&& other);

/// Puts phrases in the place of names in the rules.
void replace_names(ImportedGrammar& grammar, const std::map<std::string, Phrase>& instead);

/// Names in the rules.
std::set<std::string> names_used(const ImportedGrammar& grammar);
/// Names of the rules and tokens.
std::set<std::string> names_defined(const ImportedGrammar& grammar);
/// `wanted`, or `wanted` with a number from 2 on if it is taken. The name is taken from then on.
std::string free_name(const std::string& wanted, std::set<std::string>& taken);

/// Names of the rules and tokens reachable from a rule; its own only if it is recursive.
std::set<std::string> reached_from(const ImportedGrammar& grammar, const std::string& start);

}  // namespace grabr
