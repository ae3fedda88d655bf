// A grammar on its way from another notation to ours: what the readers of all notations make, what
// the rewriting steps work on, and what is written as JSON at last.
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

/// Name of the automatic token that stands for line ends.
inline constexpr const char* kAutomaticName = "END_OF_LINE";

/// Our "layout" for languages whose blocks are indented.
inline constexpr const char* kPythonLayout =
    "{\n    \"style\": \"python\",\n    \"newline\": \"NEWLINE\", \"indent\": \"INDENT\", "
    "\"dedent\": \"DEDENT\",\n    \"brackets\": [[\"(\", \")\"], [\"[\", \"]\"], [\"{\", "
    "\"}\"]]\n  }";

/// The same for those that allow braces in place of it; `neighbours` is added.
inline constexpr const char* kOffsideLayout =
    "{\n    \"style\": \"offside\",\n    \"newline\": \"NEWLINE\", \"indent\": \"INDENT\", "
    "\"dedent\": \"DEDENT\",\n    \"brackets\": [[\"(\", \")\"], [\"[\", \"]\"]],\n    "
    "\"blocks\": [[\"{\", \"}\"]]\n  }";

/// How an alternative binds when its rule calls itself at its ends.
struct Binding {
  enum class Side : std::uint8_t { kNone, kLeft, kRight };
  int level = 0;  ///< a higher one binds tighter
  Side side = Side::kNone;
};

struct ImportedBranch {
  Phrase body;
  std::string label;  ///< name of the alternative; may be empty
  std::optional<Binding> binding;
  int priority = 0;  ///< where a text can be read in two ways, the higher wins
};

/// An alternative for each way of the body.
std::vector<ImportedBranch> branches_of(Phrase body);

struct ImportedRule {
  std::string name;
  std::vector<ImportedBranch> branches;
  ImportPlace place;
  std::vector<std::string> parameters = {};  ///< of a template: names in its branches
};

/// What becomes of a text that a token matches.
struct ImportedToken {
  enum class Use : std::uint8_t {
    kToken,
    kSkip,      ///< may stand before any token
    kFragment,  ///< only part of other tokens
    kMore,      ///< only the beginning of a token, which goes on in `mode`
  };
  std::string name;
  Phrase body;
  Use use = Use::kToken;
  std::string mode;        ///< lexer mode in which it is read; "" is the first one
  std::string next_mode;   ///< kMore, or entering a mode: in which the text goes on; "-" leaves
  std::string type;        ///< it counts as this token instead; may be empty
  bool immediate = false;  ///< nothing may be skipped before it
  bool ignore_case = false;
  bool predicated = false;  ///< code decides, too, whether it is read
  int order = 0;            ///< lower ones win at equal length; then the order in the file
  std::string matcher;      ///< a matcher of ours as JSON, in place of `body`
  ImportPlace place;
};

/// Something that was not carried over, or differently: where, what, and what it means.
struct ImportRemark {
  ImportPlace place;
  std::string what;     ///< "a predicate", "a lexer mode"
  std::string meaning;  ///< "wider than the original: …"
};

struct ImportedGrammar {
  std::string notation;  ///< "ANTLR 4"
  std::string name;
  std::string license;                  ///< as the source says it; empty if it does not
  std::vector<std::string> extensions;  ///< of the language's files
  std::string start;                    ///< empty: guessed
  std::vector<ImportedRule> rules;
  std::vector<ImportedToken> tokens;
  std::vector<std::string> declared;  ///< tokens that something else makes
  bool ignore_case = false;
  bool contextual = false;   ///< which token it is depends on what the rules allow
  bool scannerless = false;  ///< rules say everything down to the characters
  std::optional<std::set<std::string>> reserved;  ///< contextual: words that are no names
  std::string word;                               ///< token of which keywords are special cases
  std::string layout;                             ///< our "layout" as JSON
  /// Its lists of tokens and texts, by key; those that the grammar does not have are not written.
  std::map<std::string, std::set<std::string>> neighbours;
  std::string automatic;  ///< our "automatic" as JSON
  std::set<std::string>
      goes_on;  ///< texts at which a line end is not the automatic token, if given
  std::set<std::string> line_end_after;  ///< tokens after which a line end is the automatic token
  std::set<std::string> literals;        ///< texts of tokens that became literals of the rules
  std::set<std::string> made;            ///< tokens that layout and automatic make
  std::vector<ImportRemark> remarks;

  const ImportedRule* rule(std::string_view wanted) const;
  ImportedRule* rule(std::string_view wanted);
  const ImportedToken* token(std::string_view wanted) const;
  void remark(ImportPlace place, std::string what, std::string meaning) {
    remarks.push_back({place, std::move(what), std::move(meaning)});
  }
};

/// Names of rules and tokens that a rule reaches, its own only if it contains itself.
std::set<std::string> reached_from(const ImportedGrammar& grammar, const std::string& start);

}  // namespace grabr
