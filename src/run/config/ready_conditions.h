// Conditions that are ready to use: an input that its language accepts, one without undefined
// behaviour. They are commands, added to those of --and.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

/// The standard output of a command with the original as its last word; empty if it cannot be run.
using SaidOfOriginal = std::function<std::string(const std::vector<std::string>& command)>;

/// What the commands depend on.
struct ReadyConditionsFor {
  std::string_view grammar;  ///< the name of the input's (its file's); empty: none
  const std::string& input;  ///< the input's path
  const ProcessOracleOptions& test;
  const SaidOfOriginal& said_of_original;
};

/// A program of this machine, other than the test's if there is one, that accepts just what the
/// language does: for C what compilers accept today, and what the original has beyond that. Throws
/// Error(kInvalid) where none is known or installed.
std::vector<std::string> command_for_valid(const ReadyConditionsFor& of);

/// Compiles without a warning that speaks of undefined behaviour (but for those that the original
/// has, too), runs clean under sanitizers within ten seconds, and does the same whatever the
/// compiler may assume of pointers. Throws Error(kInvalid) for another language than C and C++, and
/// without a compiler.
std::vector<std::string> command_for_no_ub(const ReadyConditionsFor& of);

}  // namespace grabr
