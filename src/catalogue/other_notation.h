// Grammars in the notations of other tools, which are not read, but known when they are met.
#pragma once

#include <filesystem>
#include <string_view>

namespace grabr {

/// Throws Error(kInvalid) when the file is a grammar for another tool, by its extension or by what is
/// in it: says for which, and which grammar there is for its language, going by its name.
void refuse_other_notation(const std::filesystem::path& path, std::string_view text);

}  // namespace grabr
