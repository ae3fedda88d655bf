// Files about a run that are kept next to its answers, for its page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// FOLDER/NAME.report and FOLDER/NAME.explanation: `name` is the output of the run, or its input if
/// the result goes elsewhere.
std::filesystem::path kept_report_path(const std::filesystem::path& folder,
                                       const std::string& name);
std::filesystem::path kept_explanation_path(const std::filesystem::path& folder,
                                            const std::string& name);

/// Writes to an existing folder. Ignores write failures.
void keep_file(const std::filesystem::path& path, std::string_view text);

// Files about a run in turns, of several inputs or of a folder's files, kept next to its answers:
// FOLDER/NAME.turns/turns.json, and in that folder the history and the report of each turn, named
// by its number.
//
// {"schema": "grabr-turns-1", "kind": "folder" | "inputs", "input", "output", "tests", "seconds",
// "exit", "reason", "bytes": [before, after], "parts": [{"name", "bytes": [before, after or
// null]}], "turns": [{"turn", "part", "tests" (before it), "seconds" (before it), "bytes" (of all
// parts at its beginning), "other_bytes" (of the other parts, or null if the turn reduces the list
// of files)}]}

struct TurnsRecord {
  struct Part {
    std::string name;
    std::uint64_t before = 0;            ///< bytes
    std::optional<std::uint64_t> after;  ///< nothing: the part was removed
  };
  struct OneTurn {
    unsigned number = 0;
    std::string part;
    std::uint64_t tests = 0, bytes = 0;
    double seconds = 0;
    std::optional<std::uint64_t> other_bytes;
  };
  bool is_folder = false;
  std::string input, output;
  std::uint64_t tests = 0, before = 0, after = 0;
  double seconds = 0;
  int exit = 0;
  std::string reason;  ///< why it ended early; empty: it did not
  std::vector<Part> parts;
  std::vector<OneTurn> turns;
};

/// The folder NAME.turns: `name` is the output of the run.
std::filesystem::path turns_folder(const std::filesystem::path& folder, const std::string& name);

/// Writes to an existing folder. Ignores write failures.
void keep_turns(const std::filesystem::path& folder, const TurnsRecord& record);

/// Nothing if the folder has no record. Throws Error(kInvalid) if it cannot be read.
std::optional<TurnsRecord> read_turns(const std::filesystem::path& folder);

}  // namespace grabr
