// The recipe that `grabr init` writes, .grabr.json: the test for `grabr FILE` alone.
#pragma once

#include <optional>
#include <string>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"
#include "oracle/process/process_oracle_options.h"

namespace grabr {

inline constexpr const char* kRecipeName = ".grabr.json";

/// The recipe's text: the command after --, conditions and copies.
std::string recipe_text(const ReduceOptions& options, const Words& command,
                        const ConditionOptions& conditions, const std::string& what);

/// The test of a file that was found, not named, runs only if grabr wrote the file for this user,
/// or they say yes: by `trust`, which is --trust, or asked on a terminal; they are asked again when
/// the file has changed. `call` is what would run. Throws Error(kInvalid) without.
void require_trusted(const std::string& file, const std::string& content, const std::string& call,
                     bool trust);

/// The call that a command stands for which found its test.
std::string call_for_kept(const std::string& command, const ProcessOracleOptions& test);

/// If the call names a FILE and no test, and this folder has a recipe: completes the options by it,
/// and returns its command. Otherwise what was given. Throws Error(kInvalid) for a recipe that
/// cannot be read, and for one that is not trusted.
std::optional<Words> with_recipe(ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
