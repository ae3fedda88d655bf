// Reads grammars of tree-sitter (src/grammar.json).
#pragma once

#include <map>
#include <string>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// What stands for a token that tree-sitter's external scanner makes.
struct ExternalToken {
  enum class Kind : std::uint8_t {
    kToken,      ///< `definition`, as in our files
    kNothing,    ///< it needs no text: the rules go on without it
    kNever,      ///< left out, with the alternatives that need it
    kAutomatic,  ///< our automatic token: a line end
    kLiteral,    ///< the fixed text in `definition`
  };
  Kind kind = Kind::kNever;
  std::string definition;
};
/// By name. The empty text for a name means nothing is needed.
using ExternalTokens = std::map<std::string, ExternalToken>;

/// Reads a side file: { "name": "regex" | { token } | "" | null | { "text": "…" } |
/// { "automatic": true } }. Adds to `externals` what it says.
void read_externals(const Source& source, Problems& problems, ExternalTokens& externals);

/// `externals` are looked up first; common names have patterns of their own.
ImportedGrammar read_tree_sitter(const Source& source, const ExternalTokens& externals,
                                 Problems& problems);

}  // namespace grabr
