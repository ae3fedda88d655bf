// The last steps of every import, whatever the notation was: where it is from, and what it becomes.
#pragma once

#include <string>
#include <vector>

#include "import/importers.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// The folder of a path, with its slash; the name of a file without folder and extension.
std::string folder_of(const std::string& path);
std::string stem_of(const std::string& path);

/// Writes the grammar, loads it as any other, and takes out the tokens that our lexer refuses, with
/// a remark each. Adds hints by trying texts. The result's text is empty if it does not load; its
/// guesses get what was guessed.
void finish_import(ImportedGrammar& grammar, ImportedFile& result);

}  // namespace grabr
