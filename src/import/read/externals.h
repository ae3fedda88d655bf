// Tokens that external scanners of tree-sitter make: a table by their usual names, and side files
// that say more.
#pragma once

#include <optional>
#include <string_view>

#include "grammar/model/problems.h"
#include "import/read/external_token.h"
#include "text/source.h"

namespace grabr {

/// What stands for the token of that language; names that many languages share count for all,
/// unless not `of_all`.
std::optional<ExternalToken> known_external(std::string_view language, std::string_view name,
                                            bool of_all = true);

/// Reads a side file: { "name": "regex" | { token } | "" | null | { "text": "…" } |
/// { "automatic": true } }. Adds to `externals` what it says.
void read_externals(const Source& source, Problems& problems, ExternalTokens& externals);

}  // namespace grabr
