// Tokens that no lexer defines, guessed by their names.
#pragma once

#include <string>
#include <vector>

#include "import/model/imported.h"

namespace grabr {

/// A text between two of these signs, with escapes by a backslash.
Phrase quoted_text(char quote);

/// What the names of tokens say, as people choose them: IF_P is the keyword `if`, ICONST a number,
/// LESS_EQUALS the text `<=`.
class NamedTokens {
 public:
  /// All names, which may have a beginning in common: T_IF, T_ELSE.
  explicit NamedTokens(const std::vector<std::string>& names);

  /// Its texts; an end of the input is a predicate.
  Phrase guessed(const std::string& name) const;
  bool is_identifier(const std::string& name) const;
  /// Whether a text in quotes beside the token describes it: "end of file" of END, "string" of
  /// STRING.
  bool is_description(const std::string& name, const std::string& text) const;
  /// Whether case does not count, as in SQL.
  bool ignores_case() const { return ignores_case_; }

 private:
  std::string plain(const std::string& name) const;

  std::string prefix_;
  bool ignores_case_ = false;
  bool has_float_ = false;
};

}  // namespace grabr
