// What stands in a grammar of tree-sitter for the tokens that its external scanner makes, and for
// rules that are written otherwise here: a token, a literal, a line end, nothing.
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
  /// All of them outlive it; `given` is looked up before the table of known names; `names` are
  /// taken.
  StandIns(ImportedGrammar& grammar, const ExternalTokens& given, std::set<std::string>& names)
      : grammar_(grammar), given_(given), names_(names) {}

  /// For a token of the scanner; with the alternatives that need it left out if it is not known.
  void define_token(const std::string& name, ImportPlace where);
  /// For a rule or a token of its own; false if it stands for itself.
  bool define_rule(const std::string& name, ImportPlace where);
  /// The phrase that is written for the name.
  Phrase part(const std::string& name, ImportPlace where) const;
  /// Once all rules and tokens are read: adds what line ends need.
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
  std::set<std::string>& names_;           // taken ones
  std::map<std::string, Phrase> instead_;  // by name; without those that became tokens
  std::set<std::string> any_words_;        // rules that are any keyword
  bool automatic_ = false;                 // the automatic token is used
  std::string line_end_;                   // the token; empty: none
  std::set<std::string> goes_on_;  // words that may begin a line and go on with the one before
  std::set<std::string> opens_;    // words behind which a line may end
};

}  // namespace grabr
