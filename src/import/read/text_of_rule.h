// The texts of a rule as one token. A rule of tree-sitter's "extras" may stand between any two
// tokens; here it becomes skipped text, which is a token.
#pragma once

#include <optional>

#include "import/model/imported.h"

namespace grabr {

/// With blanks between the parts of its sequences. None if it contains itself, or is too large.
std::optional<Phrase> text_of_rule(const ImportedGrammar& grammar, const ImportedRule& rule);

}  // namespace grabr
