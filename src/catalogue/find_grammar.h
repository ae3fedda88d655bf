// Finds a grammar file by its path or name. (catalogue/choose_grammar.h finds it by the input.)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalogue/grammar_card.h"

namespace grabr {

/// The folders searched, in order: those of GRABR_GRAMMARS; the source tree's, if the program is in
/// its build folder; the one relative to the running program. After them come the grammars that are
/// part of the program.
std::vector<std::filesystem::path> grammar_folders();

/// All grammars of these folders and the program's own by key; an earlier one hides a later one
/// with the same key. Files that are not grammars are skipped.
std::vector<GrammarCard> list_grammars(CardDetail detail);

/// By key, language name or alias, ignoring case; null if there is none.
const GrammarCard* grammar_named(const std::vector<GrammarCard>& cards, const std::string& name);
/// By an interpreter of the language, otherwise by an extension, with or without the dot. If there
/// are several, the first by key.
const GrammarCard* grammar_of_word(const std::vector<GrammarCard>& cards, const std::string& word);

/// The file that `-g` names, in this order: a path with a slash or ".json", a name (grammar_named),
/// a file, a word (grammar_of_word). Throws Error(kInvalid) with similar names or a list of all.
std::filesystem::path find_grammar(const std::string& name_or_file);

}  // namespace grabr
