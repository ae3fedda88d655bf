// Makes tokens from the patterns and actions of a flex lexer.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "import/model/imported.h"
#include "import/read/readers.h"

namespace grabr {

/// What the lexer's actions tell about the tokens in the rules.
struct FlexTokens {
  /// Token of the rules ("'c" for a character) → the lexer's tokens that it may be, if they have
  /// other names. Several tokens of the rules may come from one pattern.
  std::map<std::string, std::vector<std::string>> ways;
  std::set<std::string> empty;         ///< tokens of the rules without a text
  std::vector<std::string> undecided;  ///< patterns whose token is chosen by code
};

/// Adds the lexer's tokens, with its states as modes, to the grammar, which declares their names.
FlexTokens add_flex_tokens(ImportedGrammar& grammar, FlexFile&& file);

}  // namespace grabr
