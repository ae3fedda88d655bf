// Which regular expressions are read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/char_class.h"

namespace grabr {

enum class RegexDialect : std::uint8_t {
  kOwn,         ///< of grammar files: a problem says what to write instead
  kJavaScript,  ///< also Rust's and Python's: more tolerant, since tools are
  kFlex,        ///< lex's: ends at white space; with {NAME}, "text" and a/b
};

struct RegexNotation {
  RegexDialect dialect = RegexDialect::kOwn;
  bool ignore_case = false;  ///< every ASCII letter matches both cases, before a class is negated
  /// kJavaScript: the set of \p{name}.
  std::optional<CharClass> (*property)(std::string_view name) = nullptr;
  /// kFlex: the expressions of names.
  const std::map<std::string, std::string>* definitions = nullptr;
};

}  // namespace grabr
