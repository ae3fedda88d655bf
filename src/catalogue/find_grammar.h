// Which grammar file is meant by its path or by its name. catalogue/choose_grammar.h: by the input.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalogue/grammar_card.h"

namespace grabr {

/// The folders that are searched, in order: those of GRABR_GRAMMARS; the source tree's, for a program
/// that lies in its build folder; the one that belongs to the running program's place; the installed
/// one.
std::vector<std::filesystem::path> grammar_folders();

/// That no grammar is in any of those folders, and what to do; empty where there are some.
std::string words_on_missing_grammars();
/// Throws Error(kInvalid) that says so, where it is so.
void require_grammars();

/// All grammars of those folders by key; an earlier folder hides a later one's of the same key.
/// Files that are no grammar are left out.
std::vector<GrammarCard> list_grammars(CardDetail detail);

/// By key, language's name or alias, in any case; null: there is none.
const GrammarCard* grammar_named(const std::vector<GrammarCard>& cards, const std::string& name);
/// By a program that runs the language, or else an extension, with or without the dot. Of several
/// the first by key.
const GrammarCard* grammar_of_word(const std::vector<GrammarCard>& cards, const std::string& word);

/// The file that `-g` names, in this order: a path with a slash or ".json", a name
/// (grammar_named), a file, a word (grammar_of_word). Throws Error(kInvalid) that names what comes
/// near or what there is.
std::filesystem::path find_grammar(const std::string& name_or_file);

}  // namespace grabr
