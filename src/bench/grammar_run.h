// How fast and how exact a grammar is on files of its language.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parse/parser.h"

namespace grabr {

struct CorpusFile {
  std::filesystem::path path;
  bool valid = true;  ///< it must parse; else it must not
};

struct GrammarRecord {
  std::string key;                      ///< what -g takes
  std::string name;
  double load_ms = 0;                   ///< processor time from the file to a parser; median
  std::size_t valid = 0, accepted = 0;  ///< files that must parse, and those of them that do
  std::size_t invalid = 0, refused = 0;
  std::vector<std::string> wrong;       ///< files for which the grammar is wrong
  std::uint64_t bytes = 0, tokens = 0;  ///< of the accepted valid files
  /// Of processor time, all those files in turn, median; up to the derivation, up to the tree.
  std::optional<double> mb_per_s, tree_mb_per_s;
  std::size_t searched = 0;             ///< files in which another tree was looked for
  std::vector<std::string> ambiguous;   ///< those with more than one
  std::string error;                    ///< not empty: it could not be loaded, and why
};

using GrammarLoad = std::function<std::shared_ptr<const Grammar>()>;

/// `check_stop` is called between files; what it throws is passed on.
GrammarRecord measure_grammar(const std::string& key, const GrammarLoad& load,
                              const std::vector<CorpusFile>& files, const ParseOptions& how,
                              const std::function<void()>& check_stop);

/// The files of FOLDER/KEY/valid and FOLDER/KEY/invalid, by name. Nothing when there is neither.
std::vector<CorpusFile> corpus_of(const std::filesystem::path& folder, const std::string& key);

/// All files below a folder, by name.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

}  // namespace grabr
