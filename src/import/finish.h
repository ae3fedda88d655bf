// The last steps of every import, whatever the notation: adds the origin, and writes and checks the
// grammar.
#pragma once

#include <string>
#include <vector>

#include "import/importers.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// The folder of a path, with its slash. stem_of(): the file's name without folder and extension.
std::string folder_of(const std::string& path);
std::string stem_of(const std::string& path);

/// Writes the grammar, loads it like any other, and removes the tokens that our lexer rejects, with
/// a remark for each. Adds hints by trying texts. The result's text is empty if it does not load;
/// the guesses made here are added to its guesses.
void finish_import(ImportedGrammar& grammar, ImportedFile& result);

}  // namespace grabr
