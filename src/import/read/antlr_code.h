// Recognises code in ANTLR grammars that makes tokens, by the name of its class.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "import/read/readers.h"

namespace grabr {

/// Replaces the code of known base classes (superClass) by patterns or features of ours; other code
/// is just left out.
void apply_known_code(AntlrFile& file);

/// An ANTLR lexer may have a base class with code. From code of the usual form this reads lists of
/// tokens: those after or before which line ends and indentation count, by the names of the
/// functions that list them.
struct LayoutCode {
  std::set<std::string> indent_after;    ///< canStartIndent
  std::set<std::string> newline_after;   ///< canEndStat
  std::set<std::string> newline_before;  ///< canStartStat, without isStatContinuation
  bool paren_opens = false;              ///< a line after a closing parenthesis may be indented

  bool empty() const { return indent_after.empty() || newline_after.empty(); }
};

/// Reads the code of a class, in Java or a language like it.
LayoutCode layout_code(std::string_view code);

}  // namespace grabr
