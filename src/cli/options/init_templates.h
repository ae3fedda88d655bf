// Scripts to begin with, for failures that one run of a command does not show.
#pragma once

#include <string>

namespace grabr {

/// `command` is the command as shell text with "$1" for the candidate. Throws Error(kInvalid) for
/// an unknown name.
std::string test_template(const std::string& name, const std::string& command);

}  // namespace grabr
