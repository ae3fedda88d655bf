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
  std::string test_sha256 = {};  ///< identity of the test, for its records
};

struct CaseList {
  std::vector<BenchCase> cases;         ///< by name
  std::vector<std::string> strategies;  ///< those a manifest asks for
};

/// DIR: each folder in it that holds `input.EXT` and `interesting.sh` is a case of the folder's
/// name. Otherwise a manifest, a JSON file:
///
///   {"cases": [{"name": "a", "input": "a.c", "test": "a.sh", "grammar": "c"}, …] or "FOLDER",
///    "grammars": {".c": "my-c.json"}, "strategies": ["auto", "hddr then hoist"]}
///
/// "grammar", "grammars" (by extension) and "strategies" may be left out; relative paths are those
/// from the manifest's folder. Throws Error(kUsage): nothing there, no case, two of one name, a
/// missing input.
CaseList read_cases(const std::filesystem::path& folder_or_manifest);

/// Those whose name matches one of the shell patterns, separated by commas ("c-pcc-*,dot-*"); all
/// for an empty text. Throws Error(kUsage) when a pattern matches none.
std::vector<BenchCase> matching_cases(const std::vector<BenchCase>& cases,
                                      std::string_view patterns);

}  // namespace grabr
