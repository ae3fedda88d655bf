// A folder that makes a program fail: the files in it that matter, each as small as possible.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "oracle/stop_token.h"
#include "run/check/hung_tests.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "text/error.h"

namespace grabr::run {

struct FolderResult {
  std::string folder;
  std::filesystem::path output;  ///< the folder
  std::filesystem::path packed;  ///< the same as an archive; empty: the input is a folder
  std::size_t files_before = 0, files = 0;    ///< with links and empty folders
  std::uint64_t bytes_before = 0, bytes = 0;  ///< of the files
  std::uint64_t tests = 0;                    ///< of all turns
  EndedBy ended_by;
  std::string reason;  ///< why it ended early
  HungTests hung;
  double seconds = 0;
  bool checked = false;  ///< tested again, the result fails
  bool repeats = false;  ///< what an earlier run has done, of which the record stays

  bool as_planned() const {
    return !ended_by || ended_by == ErrorKind::kBudget || is_by_signal(ended_by);
  }
};

/// Whether the input of the configuration is a folder, or an archive to be seen as one.
bool is_folder(const Config& config);

/// Reduces the folder. Throws Error for what ends it without a result: as `reduce` does, and
/// Error(kInvalid) for an empty folder, for what cannot be unpacked, for an output that would
/// replace what is not a result, and for options that are for files.
FolderResult reduce_folder(const Config& config, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
