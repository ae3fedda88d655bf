// Finds out from text and trace why a shell script ends silently with a status other than 0.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/check/test_script.h"

namespace grabr {

/// The commands in a trace that are neither in PATH nor the script's own functions nor part of the
/// shell; absolute paths where there is nothing. Each once, as written.
std::vector<std::string> missing_commands(std::string_view script,
                                          const std::vector<TracedCommand>& trace);

/// Variables that the script reads, without giving them a value or a default, and that the
/// environment does not have.
std::vector<std::string> unset_variables(std::string_view script);

/// The options of the shell that are in force where the trace ends, among "set -e", "set -u" and
/// "set -o pipefail", if they may be why it ends there: after a command that failed with others
/// still to come, or one that is a pipeline. `errors`: what the script wrote there itself.
struct StrictOptions {
  unsigned line = 0;  ///< of the last command; 0: unknown
  bool errexit = false, nounset = false, pipefail = false;
};
StrictOptions strict_options_at_end(const std::vector<std::string>& shell, std::string_view script,
                                    const std::vector<TracedCommand>& trace,
                                    std::string_view errors);

/// Whether a shell says that it does not know what bash does.
bool wants_bash(const std::vector<std::string>& shell, std::string_view errors);

}  // namespace grabr
