// Makes the oracle's options from those of a call: the test, its conditions and its limits.
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

/// Resolves the call, in whichever form it was made; with further inputs if `several` are allowed.
/// Throws Error(kInvalid) as resolve_call does.
Call call_of(const ReduceOptions& options, const std::optional<Words>& after_dashes,
             bool several = false);

/// Says on standard error, unless quiet, if far more parallel tests are requested than this machine
/// has cores.
void note_many_jobs(const ReduceOptions& options);

/// Words of a command given with an option, which messages name. Throws Error(kInvalid) for a quote
/// that is never closed.
Words split_command(const std::string& option, const std::string& command);

/// The conditions among the options. Throws Error(kInvalid) for what is wrong in them, and for a
/// --hang that --timeout cuts short.
ConditionOptions condition_options(const ReduceOptions& options);

/// Everything the oracle needs. `kept` is the folder for what outlives the run (kept_folder). Paths
/// come out absolute. Throws Error(kInvalid) with a hint: as above; a path of --copy that is not
/// there, or a name that the candidate has; an expression or a signal that is none, conditions that
/// exclude each other; more than 1024 jobs; --min-hits above --repeat; a launcher that cannot be
/// found.
ProcessOracleOptions test_options(const ReduceOptions& options, const Call& call,
                                  const std::filesystem::path& kept);

/// The encoding named by --file-encoding; nothing: to be detected. Throws Error(kInvalid) for an
/// unknown name.
std::optional<Encoding> named_encoding(const ReduceOptions& options);

/// The size at which a reduction is small enough: "500", "2k" (of 1024), "1M", or "10%" of the
/// input; nothing for an empty text. Throws Error(kInvalid) for anything else.
std::optional<run::SizeGoal> size_goal(std::string_view text);

/// --emit-script: prints the conditions as a shell script, or makes the file of --output,
/// executable. The exit status. Throws Error(kInvalid) without conditions, Error(kSystem) when it
/// cannot be written.
int emit_script(const ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
