// What `auto` does on a tree, as a text that a person can read and change: one pass a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass/tree_passes.h"

namespace grabr {

/// One line: `PHASE PASS [least TOKENS]`.
struct AutoLine {
  std::string phase;             ///< for progress, trace and report
  const TreePass* pass = nullptr;
  double least = 0;              ///< tokens that a question must promise (reduce/pass/tree_passes.h)
};

/// A line is repeated until it changes nothing. When tokens have gone, the work goes back to the
/// first line.
struct AutoSchedule {
  std::vector<AutoLine> lines;
  bool bytes = false;  ///< afterwards, bytes outside the grammar
};

enum class Effort {
  kFast,      ///< stops where a question promises less than half a token
  kNormal,
  kThorough,  ///< also what seldom finds something
};

/// The schedules that come with grabr, as text.
std::string schedule_text(Effort effort);

/// Empty lines and what follows a `#` mean nothing; the line `bytes` stands alone, at the end.
/// Throws Error(kUsage) with file, line, column and a hint. `file` is for messages.
AutoSchedule parse_auto_schedule(std::string_view text, std::string_view file);

}  // namespace grabr
