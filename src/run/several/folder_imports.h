// Merges files of a folder that import one another: the content of a file replaces the line that
// imports it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/choose_grammar.h"

namespace grabr {

/// A folder with fewer files.
struct Merge {
  std::map<std::string, std::string> texts;  ///< the files that change
  std::vector<std::string> gone;             ///< the files that are now part of those
};

class FolderImports {
 public:
  /// `grammar`: name or file of the grammar for all files; empty: chosen for each file.
  explicit FolderImports(std::string grammar) : grammar_(std::move(grammar)) {}

  /// Reads the files of these names in a folder. An imported file is searched next to the file that
  /// imports it, then as the end of one path of the folder.
  void read(const std::filesystem::path& folder, const std::vector<std::string>& names);

  /// Each file that no other imports, with everything that it imports, once each. Nothing if there
  /// are no imports, or if the texts would become larger because a file is imported in several
  /// places.
  std::optional<Merge> all() const;
  /// Files that a single line imports, each merged into that place, with their names; in order of
  /// names.
  std::vector<std::pair<std::string, Merge>> single() const;

 private:
  struct Import {
    std::size_t begin = 0, end = 0;  ///< position of the line in the text
    std::string file;                ///< a file of the folder
  };
  struct File {
    std::string text;
    std::vector<Import> imports;
  };

  const std::vector<std::string>& forms(const std::filesystem::path& file, const std::string& text);
  std::optional<std::string> resolve(const std::string& from, const std::string& name) const;
  std::string whole(const std::string& name, std::vector<std::string>& used) const;

  const std::string grammar_;
  std::optional<GrammarChooser> chooser_;
  std::map<std::filesystem::path, std::vector<std::string>> forms_;  ///< import forms by grammar
  std::map<std::string, File> files_;
};

}  // namespace grabr
