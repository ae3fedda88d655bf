// What a person has decided about bugs, kept in the folder of results: some are one, others are
// not.
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
  std::set<std::string> apart;  ///< never part of another bug

  bool are_apart(const std::string& a, const std::string& b) const {
    return apart.contains(a) || apart.contains(b);
  }
};

/// None where there is no file.
Decisions read_decisions(const std::filesystem::path& folder);

/// The result of the reduction that a folder of a bug is of; nothing for any other folder.
std::optional<std::filesystem::path> result_of_bug(const std::filesystem::path& folder);

namespace run {

/// Both are folders of bugs in one folder of results. The next call of triage applies this.
/// Throws Error(kInvalid) for anything else.
void join_bugs(const std::filesystem::path& a, const std::filesystem::path& b);
/// Parts what became one with the bug. Throws Error(kInvalid), also where nothing did.
void split_bug(const std::filesystem::path& bug);

}  // namespace run
}  // namespace grabr
