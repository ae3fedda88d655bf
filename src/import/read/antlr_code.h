// Code of ANTLR's grammars that makes tokens, known by the name of its class.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "import/read/readers.h"

namespace grabr {

/// Puts patterns or facilities of ours in the place of what the code of a known base class
/// (superClass) does; other code is only left out.
void apply_known_code(AntlrFile& file);

/// Lexers of ANTLR may be classes of code. What such code says of tokens, where it is the usual:
/// lists of those after and before which line ends and indentation count. Names of tokens, by what
/// the functions of the class that list them are called.
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
