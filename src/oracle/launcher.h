// Running a test elsewhere, over a shared folder: a script that a launcher (srun, ssh …) is given to
// run, and the exit status that it leaves in a file.
#pragma once

#include <optional>
#include <string>

#include "oracle/spawn.h"

namespace grabr {

/// The text of a /bin/sh script that enters the command's folder, exports the variables that differ
/// from our own environment, runs the command on that standard input and at the end writes its exit
/// status to `status_path`, atomically.
std::string launcher_script(const Command& command, const std::string& stdin_path,
                            const std::string& status_path);

/// The exit status in that file; nothing: the script did not get to its end.
std::optional<int> read_launched_status(const std::string& status_path);

}  // namespace grabr
