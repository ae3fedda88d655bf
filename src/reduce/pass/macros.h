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
  std::optional<std::vector<std::string>> parameters;  ///< if "(…)" follows the name
  bool variadic = false;       ///< the last parameter takes all further arguments
  std::string body;            ///< one line, without comments
  char sign = '#';             ///< of the definition; uses begin with it only if it is '`'
  std::size_t body_begin = 0;  ///< its offset in the text of the definition
};

/// Reads a definition such as "#define MAX(a, b) ((a) > (b) ? (a) : (b))"; nothing for any other
/// text.
std::optional<Macro> read_macro(std::string_view definition);

struct Expanded {
  std::string text;
  std::size_t uses = 0;
};

/// The text with each use of the macro replaced by its body. Literals, comments and names in the
/// text of an expansion stay unchanged. Nothing if a use does not have as many arguments as the
/// macro has parameters.
std::optional<Expanded> expand(const Macro& macro, std::string_view text);

}  // namespace grabr
