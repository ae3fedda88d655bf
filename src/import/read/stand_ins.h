// In tree-sitter grammars, replaces the tokens of external scanners, and rules that we write
// differently: by a token, a literal, a line end, or nothing.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "import/model/imported.h"
#include "import/read/externals.h"

namespace grabr {

class StandIns {
 public:
  /// All arguments must outlive this; `given` is searched before the table of known names; `names`
  /// are taken.
  StandIns(ImportedGrammar& grammar, const ExternalTokens& given, std::set<std::string>& names)
      : grammar_(grammar), given_(given), names_(names) {}

  /// Defines the replacement of a scanner's token. An unknown one is left out, with the
  /// alternatives that need it.
  void define_token(const std::string& name, ImportPlace where);
  /// Defines the replacement of a rule or a token; returns false if it needs none.
  bool define_rule(const std::string& name, ImportPlace where);
  /// The phrase to write for the name.
  Phrase part(const std::string& name, ImportPlace where) const;
  /// Call after all rules and tokens are read: adds the definitions for line ends.
  void finish();

 private:
  void define(const std::string& name, const ExternalToken& external, bool known,
              ImportPlace where);
  void define_automatic(const std::string& name, std::string_view words);
  void define_line_end(const std::string& name, std::string_view words);
  std::string layout_token(const std::string& name, const std::string& ours);
  Phrase line_end_and_skipped() const;
  void define_words();
  void allow_line_ends(Phrase& part) const;

  ImportedGrammar& grammar_;
  const ExternalTokens& given_;
  std::set<std::string>& names_;           // names that are taken
  std::map<std::string, Phrase> instead_;  // replacements by name, except those that became tokens
  std::set<std::string> any_words_;        // rules that match any keyword
  bool automatic_ = false;                 // the automatic token is used
  std::string line_end_;                   // name of the line-end token; empty: none
  std::set<std::string> goes_on_;          // words that begin a line and continue the previous one
  std::set<std::string> opens_;            // words after which a line may end
};

}  // namespace grabr
