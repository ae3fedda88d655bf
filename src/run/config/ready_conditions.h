// Conditions that are ready to use: an input that its language accepts, one without undefined
// behaviour. They are commands, added to those of --and.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

/// A program of this machine, other than the test's if there is one, that accepts just what the
/// language does. `grammar`: the name of the input's (its
/// file's), empty: none. Throws Error(kInvalid) where none
/// is known or installed.
std::vector<std::string> command_for_valid(std::string_view grammar,
                                           const ProcessOracleOptions& test);

/// Compiles without a warning that speaks of undefined behaviour, runs clean under sanitizers
/// within ten seconds, and does the same whatever the compiler may assume of pointers. Throws
/// Error(kInvalid) for another language than C and C++, and without a compiler.
std::vector<std::string> command_for_no_ub(std::string_view grammar,
                                           const ProcessOracleOptions& test);

}  // namespace grabr
