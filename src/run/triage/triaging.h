// Turns files that make a program fail into a list of bugs, with the smallest input of each.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/stop_token.h"
#include "run/config/listener.h"
#include "run/config/triage_config.h"
#include "text/error.h"

namespace grabr::run {

/// A row of the list for people.
struct TriagedBug {
  std::string name;       ///< name of its folder: "1-SIGSEGV"
  std::string signature;  ///< its first signature, in words
  std::size_t files = 0;
  std::uint64_t bytes = 0;  ///< bytes of the smallest input
  bool is_new = false;      ///< no earlier complete call has found it
  std::string problem;      ///< why it is not reduced, or not completely; empty if it is
};

struct TriageResult {
  EndedBy ended_by;
  std::string reason;  ///< why it ended early
  std::size_t files = 0;
  std::vector<std::string> others;  ///< "3 files do not fail", …
  std::vector<TriagedBug> bugs;
  std::uint64_t tests = 0;  ///< tests of files and of reductions

  bool has_new() const;
};

/// Writes the folder of results. `reductions` listens to the reductions. Throws Error if it cannot
/// begin; if it ends early, it keeps the results so far, and says so.
TriageResult triage(const TriageConfig& config, Listener& listener, Listener& reductions,
                    const StopToken& stop = {});

}  // namespace grabr::run
