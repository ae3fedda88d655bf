// The recipe that `grabr init` writes, .grabr.json: the test for `grabr FILE` alone.
#pragma once

#include <optional>
#include <string>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"

namespace grabr {

inline constexpr const char* kRecipeName = ".grabr.json";

/// The recipe's text: the command after --, conditions and copies.
std::string recipe_text(const ReduceOptions& options, const Words& command,
                        const ConditionOptions& conditions, const std::string& what);

/// If the call names a FILE and no test, and this folder has a recipe: completes the options by it,
/// and returns its command. Otherwise what was given. Throws Error(kInvalid) for a recipe that
/// cannot be read.
std::optional<Words> with_recipe(ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
