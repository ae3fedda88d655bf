// Makes the oracle's options from those of a call: test, conditions and limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"
#include "oracle/process/process_oracle.h"
#include "run/config/config.h"
#include "text/encoding.h"

namespace grabr {

/// Resolves a call of any form; with further inputs if `several` are allowed. Throws
/// Error(kInvalid) as resolve_call does.
Call call_of(const ReduceOptions& options, const std::optional<Words>& after_dashes,
             bool several = false);

/// Says on standard error, unless quiet, if far more parallel tests are requested than this machine
/// has cores.
void note_many_jobs(const ReduceOptions& options);

/// Splits a command that was given with an option; messages name the option. Throws Error(kInvalid)
/// for a quote that is never closed.
Words split_command(const std::string& option, const std::string& command);

/// The conditions among the options. Throws Error(kInvalid) for invalid ones, and for a --hang
/// longer than --timeout.
ConditionOptions condition_options(const ReduceOptions& options);

/// Everything the oracle needs. `kept` is the folder for files that outlive the run (kept_folder).
/// Paths are made absolute. Throws Error(kInvalid) with a hint: as above; a path of --copy that
/// does not exist or has the candidate's name; an invalid expression or signal; conditions that
/// exclude each other; more than 1024 jobs; --min-hits above --repeat; a launcher that cannot be
/// found.
ProcessOracleOptions test_options(const ReduceOptions& options, const Call& call,
                                  const std::filesystem::path& kept);

/// The encoding named by --file-encoding; nothing: detect it. Throws Error(kInvalid) for an unknown
/// name.
std::optional<Encoding> named_encoding(const ReduceOptions& options);

/// The size at which the reduction may end: "500", "2k" (2 · 1024), "1M", or "10%" of the input;
/// nothing for an empty text. Throws Error(kInvalid) for anything else.
std::optional<run::SizeGoal> size_goal(std::string_view text);

/// --emit-script: prints the conditions as a shell script, or writes them to the file of --output
/// and makes it executable. Returns the exit status. Throws Error(kInvalid) without conditions,
/// Error(kSystem) if the file cannot be written.
int emit_script(const ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
