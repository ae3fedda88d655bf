// Reduces a folder that makes a program fail to the files that matter, each as small as possible.
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
  std::filesystem::path output;  ///< resulting folder
  std::filesystem::path packed;  ///< the same as an archive; empty if the input is a folder
  std::size_t files_before = 0, files = 0;    ///< including links and empty folders
  std::uint64_t bytes_before = 0, bytes = 0;  ///< bytes of the files
  std::uint64_t tests = 0;                    ///< tests of all turns
  EndedBy ended_by;
  std::string reason;  ///< why it ended early
  HungTests hung;
  double seconds = 0;
  bool checked = false;  ///< the result was tested again and fails
  bool repeats = false;  ///< it repeated an earlier run, whose record is kept

  bool as_planned() const {
    return !ended_by || ended_by == ErrorKind::kBudget || is_by_signal(ended_by);
  }
};

/// Is the input of the configuration a folder, or an archive to be reduced as one?
bool is_folder(const Config& config);

/// Reduces the folder. Throws Error if it ends without a result: as `reduce` does, and
/// Error(kInvalid) for an empty folder, an archive that cannot be unpacked, an output that would
/// replace something other than a result, and options meant for files.
FolderResult reduce_folder(const Config& config, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
