// Declares the options of a reduction, in the groups that the help shows.
#pragma once

#include <initializer_list>

#include "cli/options/reduction_options.h"

namespace CLI {
class App;
}

namespace grabr {

/// Parsed values go to `options`, which must outlive the app.
void declare_reduce_options(CLI::App& app, ReduceOptions& options);

/// All options but those for searching, writing and showing a single reduction: for commands that
/// do something else with the same test and input.
void declare_problem_options(CLI::App& app, ReduceOptions& options);

/// Removes options that a command does not support.
void remove_options(CLI::App& app, std::initializer_list<const char*> names);

/// Only the options for the test, its conditions, how it is run and what is shown; for commands
/// that do not reduce. `positionals` and `help` describe the words without an option.
void declare_testing_options(CLI::App& app, ReduceOptions& options, const char* positionals,
                             const char* help);

/// Only the options for running a command on an input and for its conditions; for a command that
/// makes its own inputs and declares its own time limits.
void declare_run_options(CLI::App& app, ReduceOptions& options);

/// The option group for reporting; commands may add to it.
inline constexpr const char* kLookingGroup = "Reports";
/// Declares --every-bug in that group.
void declare_every_bug(CLI::App& app, ReduceOptions& options, const char* help);

}  // namespace grabr
