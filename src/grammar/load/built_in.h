// The grammars that are part of the program: a bare binary has no folder of them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "text/source.h"

namespace grabr {

struct BuiltInGrammar {
  std::string_view file;  ///< "c.json"
  std::string_view text;
};

/// All files of `grammars`, sorted; made by built_in.cmake.
std::span<const BuiltInGrammar> built_in_grammars();

/// The folder they seem to lie in, so that one extends another as it does on disk.
inline constexpr std::string_view kBuiltInFolder = "/built-in/grammars";

/// Null if the path is not that of a built-in grammar.
const BuiltInGrammar* built_in_grammar(const std::filesystem::path& path);

/// A grammar's file, from disk or built in; its path is its name. Throws Error(kInvalid).
Source grammar_source(const std::string& path);

}  // namespace grabr
