// Files of a folder that import one another, put together: the content of one in place of the line
// that names it.
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
  std::map<std::string, std::string> texts;  ///< the files that have become others
  std::vector<std::string> gone;             ///< those that are in them now
};

class FolderImports {
 public:
  /// `grammar`: of all files, a name or a file; empty: each by its name and content.
  explicit FolderImports(std::string grammar) : grammar_(std::move(grammar)) {}

  /// Reads the files of these names in a folder. A name that is imported is looked for beside the
  /// file that names it, then as the end of one path of the folder.
  void read(const std::filesystem::path& folder, const std::vector<std::string>& names);

  /// Each file that no other imports with all that it imports, once each; nothing if there are no
  /// imports, or if the texts would become larger, as a file has a place in several.
  std::optional<Merge> all() const;
  /// One file that a single line imports, in that place, by name; in order of names.
  std::vector<std::pair<std::string, Merge>> single() const;

 private:
  struct Import {
    std::size_t begin = 0, end = 0;  ///< of the line in the text
    std::string file;                ///< of the folder
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
  std::map<std::filesystem::path, std::vector<std::string>> forms_;  ///< by grammar
  std::map<std::string, File> files_;
};

}  // namespace grabr
