// Declares the options of a reduction, in the groups that the help shows.
#pragma once

#include "cli/reduction_options.h"

namespace CLI {
class App;
}

namespace grabr {

/// What is parsed ends up in `options`, which must live as long as the app.
void declare_reduce_options(CLI::App& app, ReduceOptions& options);

/// Those of them that say what the test is, when it finds the failure, how it is run, and what is
/// shown of it; for commands that do not reduce. `positionals` and `help` are those of the words
/// without an option.
void declare_testing_options(CLI::App& app, ReduceOptions& options, const char* positionals,
                             const char* help);

/// Of these only what says how a command is run on an input and which ends are wanted, for a
/// command that makes its inputs itself. The time limits are left to it.
void declare_run_options(CLI::App& app, ReduceOptions& options);

/// The group of options that show something: for those that a command adds.
inline constexpr const char* kLookingGroup = "Looking";

}  // namespace grabr
