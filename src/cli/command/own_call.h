// Runs this program again, each time in a new process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/spawn.h"
#include "text/system_call.h"

namespace grabr {

/// A file without a name for the output of a process. Throws Error(kSystem).
FileDescriptor file_in_memory();
/// The first megabyte of the file.
std::string content_of(const FileDescriptor& file);

/// Starts the program with our environment; it is killed if we end. The first word is its name.
/// Throws Error(kSystem).
pid_t start_own(const std::vector<std::string>& words, const std::filesystem::path& folder,
                const Streams& streams);
/// The exit status in a result of waitpid; 128 plus the signal's number for a death by signal.
int exit_status_of(int status);
/// Waits; returns the exit status.
int wait_for_end(pid_t process);

struct Said {
  int exit = 0;
  std::string output, errors;
};

/// Runs the program to its end, without input.
Said run_own(const std::vector<std::string>& words, const std::filesystem::path& folder);

}  // namespace grabr
