// Tokens that external scanners of tree-sitter make: a table by their usual names, and side files
// that say more.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/problems.h"
#include "text/source.h"

namespace grabr {

/// The replacement for a token that tree-sitter's external scanner makes.
struct ExternalToken {
  enum class Kind : std::uint8_t {
    kToken,      ///< `definition`, as in our files
    kNothing,    ///< it needs no text: the rules go on without it
    kNever,      ///< left out, with the alternatives that need it
    kAutomatic,  ///< our automatic token: a line end; or the first word of `definition` (a blank:
                 ///< none); the words after it begin a line that goes on, and no others do
    kLiteral,    ///< the fixed text in `definition`
    kOptional,   ///< that text, or nothing
    kLineEnd,    ///< a line end, or the first word of `definition` (a blank: none), or the end of a
                 ///< block; the words after it may begin a line that goes on,
                 ///< and behind those after "AFTER" a line may end
    kAnyWord,    ///< any of the grammar's keywords, where it is a name
    kLayout,     ///< a token of a layout as Python's: NEWLINE, INDENT, DEDENT
  };
  Kind kind = Kind::kNever;
  std::string definition;
};
/// By name. The empty text for a name means nothing is needed.
using ExternalTokens = std::map<std::string, ExternalToken>;

/// What stands for the token of that language; names that many languages share count for all,
/// unless not `of_all`.
std::optional<ExternalToken> known_external(std::string_view language, std::string_view name,
                                            bool of_all = true);

/// Reads a side file: { "name": "regex" | { token } | "" | null | { "text": "…" } |
/// { "automatic": true } }. Adds to `externals` what it says.
void read_externals(const Source& source, Problems& problems, ExternalTokens& externals);

}  // namespace grabr
