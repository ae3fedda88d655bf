// The dialects of regular expressions that can be read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/char_class.h"

namespace grabr {

enum class RegexDialect : std::uint8_t {
  kOwn,         ///< grammar files: a problem says what to write instead
  kJavaScript,  ///< JavaScript, Rust, Python: as tolerant as those tools
  kFlex,        ///< lex: ends at white space; has {NAME}, "text" and a/b
};

struct RegexNotation {
  RegexDialect dialect = RegexDialect::kOwn;
  bool ignore_case = false;  ///< every ASCII letter matches both cases; applied before a class is
                             ///< negated
  /// kJavaScript: returns the set of \p{name}.
  std::optional<CharClass> (*property)(std::string_view name) = nullptr;
  /// kFlex: the expressions by name.
  const std::map<std::string, std::string>* definitions = nullptr;
};

}  // namespace grabr
