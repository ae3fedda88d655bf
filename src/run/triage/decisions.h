// A person's decisions about bugs, kept in the folder of results: which bugs are the same, and
// which are not.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grabr {

/// Bugs are named by their keys: hashes of the files they began with.
struct Decisions {
  std::vector<std::pair<std::string, std::string>> joined;
  std::set<std::string> apart;  ///< never merged into another bug

  bool are_apart(const std::string& a, const std::string& b) const {
    return apart.contains(a) || apart.contains(b);
  }
};

/// Empty if there is no file.
Decisions read_decisions(const std::filesystem::path& folder);

/// The result of a bug's reduction, by the folder of the bug; nothing for any other folder.
std::optional<std::filesystem::path> result_of_bug(const std::filesystem::path& folder);

namespace run {

/// Both must be folders of bugs in the same folder of results. The next call of triage applies the
/// decision. Throws Error(kInvalid) for anything else.
void join_bugs(const std::filesystem::path& a, const std::filesystem::path& b);
/// Separates the bugs that were merged into this one. Throws Error(kInvalid), also if there were
/// none.
void split_bug(const std::filesystem::path& bug);

}  // namespace run
}  // namespace grabr
