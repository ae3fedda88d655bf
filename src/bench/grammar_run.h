// Measures a grammar on files of its language: its speed and accuracy, and what can be deleted in
// their trees.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parse/parser.h"
#include "tree/tree.h"

namespace grabr {

struct CorpusFile {
  std::filesystem::path path;
  bool valid = true;  ///< whether it must parse, or must not
};

struct GrammarRecord {
  std::string key;  ///< what -g takes
  std::string name;
  double load_ms = 0;                   ///< processor time from file to parser; median
  std::size_t valid = 0, accepted = 0;  ///< files that must parse, and how many of them do
  std::size_t invalid = 0, refused = 0;
  std::vector<std::string> wrong;       ///< files that the grammar gets wrong
  std::uint64_t bytes = 0, tokens = 0;  ///< of the accepted valid files
  /// Median processor time over all these files: up to the derivation, and up to the tree.
  std::optional<double> mb_per_s, tree_mb_per_s;
  std::size_t searched = 0;            ///< files searched for a second tree
  std::vector<std::string> ambiguous;  ///< those with more than one tree
  std::string error;                   ///< not empty: why it could not be loaded
};

using GrammarLoad = std::function<std::shared_ptr<const Grammar>()>;

/// `check_stop` is called between files; exceptions from it propagate.
GrammarRecord measure_grammar(const std::string& key, const GrammarLoad& load,
                              const std::vector<CorpusFile>& files, const ParseOptions& how,
                              const std::function<void()>& check_stop);

/// The files of FOLDER/KEY/valid and FOLDER/KEY/invalid, by name. Empty if there is neither folder.
std::vector<CorpusFile> corpus_of(const std::filesystem::path& folder, const std::string& key);

/// All files below a folder, by name.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

struct ListCounts {
  std::uint64_t lists = 0, elements = 0;
  std::uint64_t longest = 0;  ///< elements of the longest one
  std::uint64_t alone = 0;    ///< lists with a single element
};

/// Counts the parts that can be deleted in the trees of a grammar's files: where a grammar gives a
/// reducer lists and optional parts, and where only tokens that must stay.
struct TreeCounts {
  std::uint64_t nodes = 0, tokens = 0;
  std::uint64_t deletable = 0;  ///< tokens below something deletable
  /// Histogram over tokens: size, in tokens, of the smallest deletable node around a token.
  std::map<std::uint32_t, std::uint64_t> smallest;
  std::map<std::string, ListCounts> lists;     ///< by the rule around them
  std::map<std::string, std::uint64_t> fixed;  ///< the other tokens, by the rule around them

  /// Adds a parsed tree; it is counted as reducers see it, in its list view.
  void add(const Tree& parsed);
  /// A size such that this share (0 to 1) of the deletable tokens has a smallest deletable thing of
  /// at most that size.
  std::uint32_t smallest_at(double share) const;
};

}  // namespace grabr
