// The last steps of every import, whatever the notation was: where it is from, and what it becomes.
#pragma once

#include <string>
#include <vector>

#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// The licence that the head of the text speaks of, by its usual words; empty if it does not.
std::string license_in(std::string_view text);
/// "imported from A.g4, B.g4 (ANTLR 4)"
std::string origin_of(const std::vector<Source>& sources, const std::string& notation);
/// The folder of a path, with its slash; the name of a file without folder and extension.
std::string folder_of(const std::string& path);
std::string stem_of(const std::string& path);

/// Writes the grammar, loads it as any other, and takes out the tokens that our lexer refuses, with
/// a remark each. Adds hints by trying texts. Empty if it does not load. `guesses` gets what was
/// guessed.
std::string finish_grammar(ImportedGrammar& grammar, const std::string& origin,
                           std::vector<std::string>& guesses);

}  // namespace grabr
