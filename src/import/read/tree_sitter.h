// Reads grammars of tree-sitter (src/grammar.json).
#pragma once

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "import/read/external_token.h"
#include "text/source.h"

namespace grabr {

/// `externals` are looked up first; common names have patterns of their own.
ImportedGrammar read_tree_sitter(const Source& source, const ExternalTokens& externals,
                                 Problems& problems);

}  // namespace grabr
