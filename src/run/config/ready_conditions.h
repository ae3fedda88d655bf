// Ready-made conditions: the input is valid in its language, or has no undefined behaviour. They
// are commands, added to those of --and.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

/// Returns the standard output of a command with the original as its last argument; empty if it
/// cannot be run.
using SaidOfOriginal = std::function<std::string(const std::vector<std::string>& command)>;

/// The data that the commands depend on.
struct ReadyConditionsFor {
  std::string_view grammar;  ///< name of the input's grammar file; empty: none
  const std::string& input;  ///< the input's path
  const ProcessOracleOptions& test;
  const SaidOfOriginal& said_of_original;
};

/// A command of this machine, different from the test's if possible, that accepts just the valid
/// inputs of the language. For C: those that current compilers accept, and constructs that the
/// original has beyond that. Throws Error(kInvalid) if no command is known or installed.
std::vector<std::string> command_for_valid(const ReadyConditionsFor& of);

/// A command that checks three things: the input compiles without warnings about undefined
/// behaviour (except those that the original has), runs clean under sanitizers within ten seconds,
/// and behaves the same with and without strict aliasing. Throws Error(kInvalid) for languages
/// other than C and C++, and without a compiler.
std::vector<std::string> command_for_no_ub(const ReadyConditionsFor& of);

}  // namespace grabr
