// Tokens that external scanners of tree-sitter make, by their usual names.
#pragma once

#include <optional>
#include <string_view>

#include "import/read/external_token.h"

namespace grabr {

/// What stands for the token of that language; names that many languages share count for all,
/// unless not `of_all`.
std::optional<ExternalToken> known_external(std::string_view language, std::string_view name,
                                            bool of_all = true);

}  // namespace grabr
