// Which grammar file is meant: by its path, by its name, or by the extension of the input.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grammar/grammar.h"

namespace grabr {

/// What a list of grammars shows; read from the file's JSON without building the grammar.
struct GrammarCard {
  std::string key;   ///< what -g takes: the file's name without ".json"
  std::string name;  ///< of the language; the key when the file does not say
  std::string version;
  std::vector<std::string> extensions;
  std::filesystem::path path;
  std::size_t folder = 0;  ///< place of its folder among grammar_folders()
};

/// The folders that are searched, in order: those of GRABR_GRAMMARS, the source tree's, the one
/// that belongs to the running program's place, the installed one.
std::vector<std::filesystem::path> grammar_folders();

/// All grammars of those folders by key; an earlier folder hides a later one's of the same key.
/// Files that are no grammar are left out.
std::vector<GrammarCard> list_grammars();

/// The file that `-g` names: a path, a key, or a language's name in any case. Throws Error(kUsage)
/// that names what comes near or what there is.
std::filesystem::path find_grammar(const std::string& name_or_file);

/// The grammar whose extensions fit the file's name best; the longest extension wins, then the
/// grammar whose key is that extension.
std::optional<std::filesystem::path> grammar_for_file(const std::filesystem::path& file);

/// The grammar in that file. Throws Error(kUsage) with all its problems, rendered.
std::shared_ptr<const Grammar> read_grammar(const std::filesystem::path& path);

/// The grammar that `option` names or, where it is empty, the one for `file`. Throws Error(kUsage)
/// when there is none.
std::filesystem::path require_grammar(const std::string& option, const std::filesystem::path& file);

}  // namespace grabr
