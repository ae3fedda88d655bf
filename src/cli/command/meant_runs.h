// Which reduction a command is about: of an input, an output, a report, a folder, or the newest
// one.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grabr {

struct RunOptions {
  std::string file;    ///< input, output, report or folder; empty: the runs of this folder
  std::string cache;   ///< folder of kept answers; empty: .grabr beside the file
  bool quiet = false;  ///< do not say which of several is meant
};

/// `without` says what is meant without FILE.
void declare_run_options(CLI::App& app, RunOptions& options, const char* without);
void declare_cache_option(CLI::App& app, std::string& cache);

/// Is it a file with a report of reductions?
bool is_report(const std::string& path);

/// The files of status that are meant, by name. Throws Error(kInvalid) if there are none.
std::vector<std::filesystem::path> meant_runs(const RunOptions& options);

enum class FirstChoice { kNewest, kRunning };

/// The one that is meant: of several the newest, or the newest that runs. Says which on standard
/// error. Throws Error(kInvalid) if there are none.
std::filesystem::path meant_run(const RunOptions& options,
                                FirstChoice first = FirstChoice::kNewest);

/// The same; nothing if there are none.
std::optional<std::filesystem::path> find_run(const RunOptions& options);

/// Throws Error(kInvalid) for a run that has not ended.
void require_ended(const std::filesystem::path& status);

/// What to do about reductions in turns.
struct Instead {
  const char* of_folder;
  const char* of_several;
};

/// Throws Error(kInvalid) for a reduction in turns, of a folder or of several inputs.
void refuse_turns(const std::filesystem::path& status, const Instead& instead);

}  // namespace grabr
