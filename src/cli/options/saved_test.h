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

/// A test that was found, not named, runs only if grabr wrote its file for this user, or the user
/// agrees: by `trust` (--trust) or, on a terminal, by an answer. A changed file needs a new answer.
/// `call` is what would run. Throws Error(kInvalid) otherwise.
void require_trusted(const std::string& file, const std::string& content, const std::string& call,
                     bool trust);

/// The full call for a command that found its test by itself.
std::string call_for_kept(const std::string& command, const ProcessOracleOptions& test);

/// If the call names a FILE and no test, and this folder has a recipe: adds the recipe to the
/// options and returns its command. Otherwise returns `after_dashes`. Throws Error(kInvalid) for a
/// recipe that cannot be read or is not trusted.
std::optional<Words> with_recipe(ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
