// Several inputs that fail together: each is reduced in turn while the others stay as they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/stop_token.h"
#include "report/trace/tallies.h"
#include "run/check/hung_tests.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "text/error.h"

namespace grabr::run {

struct SetResult {
  struct Input {
    std::string path;
    std::filesystem::path output;
    std::string text;                           ///< resulting text
    std::uint64_t bytes_before = 0, bytes = 0;  ///< sizes as files
    std::uint64_t tests = 0;                    ///< tests of all its turns
  };
  std::vector<Input> inputs;
  EndedBy ended_by;
  std::string reason;  ///< why it ended early
  unsigned turns = 0;
  std::uint64_t tests = 0;  ///< tests of all inputs
  OutsideTests outside;
  HungTests hung;
  double seconds = 0;
  bool checked = false;  ///< the results were tested again and fail together
  bool repeats = false;  ///< it repeated an earlier run, whose record is kept

  bool as_planned() const {
    return !ended_by || ended_by == ErrorKind::kBudget || is_by_signal(ended_by);
  }
};

/// Reduces the input and the further ones of the configuration. Throws Error if it ends without a
/// result.
SetResult reduce_set(const Config& config, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
