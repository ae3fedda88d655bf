// Running a test somewhere else: the script that a launcher (srun, ssh) carries to another machine,
// and the file in which the test's end comes back.
//
// A launcher is a prefix; what runs is `LAUNCHER... /bin/sh SCRIPT`, on a machine that sees the
// same files. Its own exit status is not asked: it mixes the test's with errors of its own (ssh
// 255, srun 1). The script writes the test's status to a file as the last thing it does. A launcher
// that has ended without one has not run the test, whatever the reason: no allocation, a node that
// went down, a connection lost, a program or a folder that is not there.
//
// The test runs in a session of its own (where there is setsid). When it ends, its process group is
// killed and, on Linux, every process that still has the test's mark (GRABR_LAUNCHED) in its
// environment; only then the status is written. A test is cancelled by removing its folder, or the
// folder of the status file: a guard beside the test looks every half second and kills it. The
// guard does the same when the script itself was killed, and ends with it. So a test that removes
// its own folder and goes on for longer than that has no status, either.
#pragma once

#include <optional>
#include <string>

#include "oracle/process/spawn.h"

namespace grabr {

/// Text for /bin/sh that runs `command` in its folder with `stdin_path` (empty: /dev/null) as
/// standard input and writes how it ended to `status_path`. Output and errors of the command are
/// the script's own; the script adds nothing to them unless it cannot run the test. Limits of the
/// command hold for the test alone; where they cannot be set, it is not run. Paths are
/// absolute. Of the environment it sets PATH, TMPDIR, TEMP, TMP and what begins with GRABR_; the
/// rest is what the launcher gives: srun carries all of it over, ssh hardly any.
std::string launcher_script(const Command& command, const std::string& stdin_path,
                            const std::string& status_path);

/// What the script wrote: the exit status of the command, or 128 and the number of the signal that
/// ended it, as a shell reports it. Nothing: the test was not run, or not to its end. To be called
/// when the launcher has ended; on a network file system a file may show up late, so it looks for
/// `patience_s`.
std::optional<int> read_launched_status(const std::string& status_path, double patience_s = 1);

/// How long the test has run, to its end or to now, by the clock of the file system: what it waited
/// for before its script began is not in it. Nothing: it has not begun.
std::optional<double> launched_seconds(const std::string& status_path);

/// The path stays one word when a further shell reads it, as on the other side of ssh.
bool survives_a_shell(const std::string& path);

}  // namespace grabr
