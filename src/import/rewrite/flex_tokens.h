// Makes tokens of the patterns and actions of a flex lexer.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "import/model/imported.h"
#include "import/read/readers.h"

namespace grabr {

/// What the actions of a lexer say of the tokens that the rules name.
struct FlexTokens {
  /// Token of the rules ("'c" for a character) → tokens of the lexer that may be it, where those
  /// have other names: several tokens of the rules may come from one pattern.
  std::map<std::string, std::vector<std::string>> ways;
  std::set<std::string> empty;         ///< tokens of the rules without a text
  std::vector<std::string> undecided;  ///< patterns whose token code finds out
};

/// Adds the lexer's tokens, with its states as modes, to the grammar, which declares their names.
FlexTokens add_flex_tokens(ImportedGrammar& grammar, FlexFile&& file);

}  // namespace grabr
