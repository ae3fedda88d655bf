// Recognises grammars in other tools' notations, which cannot be read.
#pragma once

#include <filesystem>
#include <string_view>

namespace grabr {

/// Throws Error(kInvalid) if the file, by its extension or contents, is a grammar for another tool:
/// says which, and which grabr grammar there is for its language, judging by its name.
void refuse_other_notation(const std::filesystem::path& path, std::string_view text);

}  // namespace grabr
