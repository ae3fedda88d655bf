// Guesses tokens that no lexer defines by their names.
#pragma once

#include <string>
#include <vector>

#include "import/model/imported.h"

namespace grabr {

/// A text between two of these quotes, with backslash escapes.
Phrase quoted_text(char quote);

/// Interprets token names by common conventions: IF_P is the keyword `if`, ICONST a number,
/// LESS_EQUALS the text `<=`.
class NamedTokens {
 public:
  /// `names`: all names, which may share a prefix: T_IF, T_ELSE.
  explicit NamedTokens(const std::vector<std::string>& names);

  /// The token's texts; the end of the input is a predicate.
  Phrase guessed(const std::string& name) const;
  bool is_identifier(const std::string& name) const;
  /// Does a text in quotes only describe the token: "end of file" of END, "string" of STRING?
  bool is_description(const std::string& name, const std::string& text) const;
  /// Is case ignored, as in SQL?
  bool ignores_case() const { return ignores_case_; }

 private:
  std::string plain(const std::string& name) const;

  std::string prefix_;
  bool ignores_case_ = false;
  bool has_float_ = false;
};

}  // namespace grabr
