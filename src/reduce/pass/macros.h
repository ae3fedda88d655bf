// Macros of a preprocessor, by their texts: #define, `define, %define.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

struct Macro {
  std::string name;
  std::optional<std::vector<std::string>> parameters;  ///< with "(…)" behind the name
  bool variadic = false;       ///< the last parameter takes all that is left
  std::string body;            ///< one line, without comments
  char sign = '#';             ///< of the definition; uses have it only if it is '`'
  std::size_t body_begin = 0;  ///< in the text of the definition
};

/// Reads a definition such as "#define MAX(a, b) ((a) > (b) ? (a) : (b))"; nothing for other texts.
std::optional<Macro> read_macro(std::string_view definition);

struct Expanded {
  std::string text;
  std::size_t uses = 0;
};

/// The text with each use of the macro replaced by its body. Literals and comments stay as they
/// are, and so do names in the text of an expansion. Nothing if a use has not as many arguments
/// as there are parameters.
std::optional<Expanded> expand(const Macro& macro, std::string_view text);

}  // namespace grabr
