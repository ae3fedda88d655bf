// The grammars compiled into the program, so that it also works without its data folder.
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

/// The folder in their paths, which does not exist; "extends" is resolved in it as on disk.
inline constexpr std::string_view kBuiltInFolder = "/built-in/grammars";

/// Null if the path is not that of a built-in grammar.
const BuiltInGrammar* built_in_grammar(const std::filesystem::path& path);

/// Reads a grammar from disk or the built-in ones. Throws Error(kInvalid) if it cannot be read.
Source grammar_source(const std::string& path);

}  // namespace grabr
