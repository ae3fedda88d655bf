// Reads what a batch runs, cases (an input and its test) and strategies, from a folder or a
// manifest.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

struct BenchCase {
  std::string name;
  std::filesystem::path input;     ///< absolute
  std::string test;                ///< as --test takes it; a file is absolute
  std::string grammar;             ///< as --grammar takes it; empty: by the input's extension
  std::string asked_grammar = {};  ///< grammar given for the whole batch, as given; empty: none
  std::string test_sha256 = {};    ///< identity of the test, for its records
};

struct CaseList {
  std::vector<BenchCase> cases;         ///< by name
  std::vector<std::string> strategies;  ///< requested by a manifest
  /// Folders that are not cases, and why, by name: "notes: no input.EXT".
  std::vector<std::string> left_out;
};

/// DIR: each folder in it with `input.EXT` and `interesting.sh` or `test.sh` is a case named after
/// the folder, or DIR itself if it is one; "grammar" in its `meta.json` is a name or a file there.
///
/// Otherwise the path is that of a manifest, a JSON file:
///
///   {"cases": [{"name": "a", "input": "a.c", "test": "a.sh", "grammar": "c"}, …] or "FOLDER",
///    "grammars": {".c": "my-c.json"}, "strategies": ["auto", "hddr then hoist"]}
///
/// "grammar", "grammars" (by extension) and "strategies" are optional; relative paths start from
/// the manifest's folder. Throws Error(kInvalid): nothing there, no cases, two with the same name,
/// a missing input.
CaseList read_cases(const std::filesystem::path& folder_or_manifest);

/// The cases with the grammars given for the whole batch: a single one is used for each case
/// without its own; with several, each case is run with each. `files` are theirs, in the order of
/// `names`.
std::vector<BenchCase> cases_with_grammars(const std::vector<BenchCase>& cases,
                                           const std::vector<std::string>& names,
                                           const std::vector<std::filesystem::path>& files);

/// The cases whose name matches one of the comma-separated shell patterns ("c-pcc-*,dot-*"); all if
/// the text is empty. Throws Error(kInvalid) if a pattern matches none.
std::vector<BenchCase> matching_cases(const std::vector<BenchCase>& cases,
                                      std::string_view patterns);

}  // namespace grabr
