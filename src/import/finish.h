// The last steps of every import, whatever the notation was.
#pragma once

#include <string>
#include <vector>

#include "import/model/imported.h"

namespace grabr {

/// Writes the grammar, loads it as any other, and takes out the tokens that our lexer refuses, with
/// a remark each. Adds hints by trying texts. Empty if it does not load. `guesses` gets what was
/// guessed.
std::string finish_grammar(ImportedGrammar& grammar, const std::string& origin,
                           std::vector<std::string>& guesses);

}  // namespace grabr
