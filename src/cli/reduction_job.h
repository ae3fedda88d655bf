// What a reduction is to do, worked out and checked before its first test.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/reduction.h"
#include "reduce/strategy.h"

namespace grabr {

struct ReductionJob {
  Call call;
  std::string text;                             ///< of the input
  std::optional<std::filesystem::path> output;  ///< none: standard output
  const Strategy* strategy = nullptr;
  std::filesystem::path grammar_file;           ///< empty: no grammar
  Problem problem;
};

/// Throws Error: an unclear call, a missing or empty file, a missing test, an unknown strategy, unit
/// or grammar, an output that cannot be written, or an input that must parse and does not. Says on
/// standard error, unless quiet, when the input goes on as text.
ReductionJob prepare_job(const ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
