// Which runs a command is about: those of an input, an output, or a folder.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace grabr {

struct RunOptions {
  std::string file;   ///< input or output; empty: the runs of the folder
  std::string cache;  ///< folder of kept answers; empty: .grabr beside the file
};

void declare_run_options(CLI::App& app, RunOptions& options);

/// The files of status that are meant. Throws Error(kInvalid) if there are none.
std::vector<std::filesystem::path> meant_runs(const RunOptions& options);

/// The one that is meant. Throws Error(kInvalid) if there are several.
std::filesystem::path meant_run(const RunOptions& options);

}  // namespace grabr
