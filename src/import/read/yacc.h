// Reads grammars of yacc and bison (.y).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// One file of yacc: rules, the tokens it declares, and what it says of their texts. A character in
/// quotes is a text of the rules.
struct YaccFile {
  ImportedGrammar grammar;  ///< `declared`: the tokens; code is gone
  /// Texts in quotes beside a token: %token ARROW "->"; may also describe it: "end of file".
  std::map<std::string, std::string> aliases;
  std::vector<std::string> ends;  ///< tokens with the number 0: the end of the input
  std::string code;               ///< what follows the rules
};

YaccFile read_yacc(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
