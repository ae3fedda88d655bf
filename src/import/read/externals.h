// Replaces the tokens of tree-sitter's external scanners: by a table of their usual names, and by
// side files.
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
    kToken,      ///< the token in `definition`, in our notation
    kNothing,    ///< it needs no text: the rules continue without it
    kNever,      ///< left out, with the alternatives that need it
    kAutomatic,  ///< our automatic token: a line end, or the first word of `definition` (a blank:
                 ///< none); only lines that begin with one of the words after it continue the line
                 ///< before
    kLiteral,    ///< the fixed text in `definition`
    kOptional,   ///< that text, or nothing
    kLineEnd,    ///< a line end, or the first word of `definition` (a blank: none), or the end of a
                 ///< block; lines that begin with one of the words after it continue the line
                 ///< before, and so do lines after a word that follows "AFTER"
    kAnyWord,    ///< any of the grammar's keywords, used as a name
    kLayout,     ///< a layout token as in Python: NEWLINE, INDENT, DEDENT
  };
  Kind kind = Kind::kNever;
  std::string definition;
};
/// By name. An empty text means that the name needs nothing.
using ExternalTokens = std::map<std::string, ExternalToken>;

/// The replacement for a token of that language. Names that many languages share apply to all,
/// unless `of_all` is false.
std::optional<ExternalToken> known_external(std::string_view language, std::string_view name,
                                            bool of_all = true);

/// Reads a side file: { "name": "regex" | { token } | "" | null | { "text": "…" } | { "automatic":
/// true } }.
ExternalTokens read_externals(const Source& source, Problems& problems);

}  // namespace grabr
