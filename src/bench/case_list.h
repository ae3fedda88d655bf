// What a batch runs: cases (an input and its test each) and strategies, from a folder or a
// manifest.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

struct BenchCase {
  std::string name;
  std::filesystem::path input;  ///< absolute
  std::string test;             ///< as --test takes it; a file is absolute
  std::string grammar;          ///< as --grammar takes it; empty: by the input's extension
  std::string asked_grammar = {};  ///< that of a call for the whole batch, as given; empty: none
  std::string test_sha256 = {};    ///< identity of the test, for its records
};

struct CaseList {
  std::vector<BenchCase> cases;         ///< by name
  std::vector<std::string> strategies;  ///< those a manifest asks for
  /// Folders that are no case, and why, by name: "notes: no input.EXT".
  std::vector<std::string> left_out;
};

/// DIR: each folder in it that holds `input.EXT` and `interesting.sh` or `test.sh` is a case of the
/// folder's name, or DIR itself where it is one; the "grammar" of a `meta.json` in it is a name or a
/// file there. Otherwise a manifest, a JSON file:
///
///   {"cases": [{"name": "a", "input": "a.c", "test": "a.sh", "grammar": "c"}, …] or "FOLDER",
///    "grammars": {".c": "my-c.json"}, "strategies": ["auto", "hddr then hoist"]}
///
/// "grammar", "grammars" (by extension) and "strategies" may be left out; relative paths are those
/// from the manifest's folder. Throws Error(kInvalid): nothing there, no case, two of one name, a
/// missing input.
CaseList read_cases(const std::filesystem::path& folder_or_manifest);

/// The cases with grammars that are asked for the whole batch: one is for each case without its own;
/// of several each case gets each. `files` are theirs, in the order of `names`.
std::vector<BenchCase> cases_with_grammars(const std::vector<BenchCase>& cases,
                                           const std::vector<std::string>& names,
                                           const std::vector<std::filesystem::path>& files);

/// Those whose name matches one of the shell patterns, separated by commas ("c-pcc-*,dot-*"); all
/// for an empty text. Throws Error(kInvalid) when a pattern matches none.
std::vector<BenchCase> matching_cases(const std::vector<BenchCase>& cases,
                                      std::string_view patterns);

}  // namespace grabr
