// Finds the reduction that a command refers to: by its input, output, report or folder, or the
// newest one.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grabr {

struct RunOptions {
  std::string file;    ///< input, output, report or folder; empty: the runs of this folder
  std::string cache;   ///< folder of kept answers; empty: .grabr next to the file
  bool quiet = false;  ///< do not say which of several runs is used
};

/// `without` says in the help which run is used without FILE.
void declare_run_options(CLI::App& app, RunOptions& options, const char* without);
void declare_cache_option(CLI::App& app, std::string& cache);

/// Is it a file with a report of reductions?
bool is_report(const std::string& path);

/// The status files of the runs that the user refers to, by name. Throws Error(kInvalid) if there
/// are none.
std::vector<std::filesystem::path> meant_runs(const RunOptions& options);

enum class FirstChoice { kNewest, kRunning };

/// The status file of one run: of several the newest, or the newest that is running. Says which on
/// standard error. Throws Error(kInvalid) if there are none.
std::filesystem::path meant_run(const RunOptions& options,
                                FirstChoice first = FirstChoice::kNewest);

/// The same; nothing if there are none.
std::optional<std::filesystem::path> find_run(const RunOptions& options);

/// Throws Error(kInvalid) if the run has not ended.
void require_ended(const std::filesystem::path& status);

/// Hints for reductions in turns.
struct Instead {
  const char* of_folder;
  const char* of_several;
};

/// Throws Error(kInvalid) for a reduction in turns, of a folder or of several inputs.
void refuse_turns(const std::filesystem::path& status, const Instead& instead);

}  // namespace grabr
