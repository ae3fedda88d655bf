// Calls of this program by itself, each in a process of its own.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/spawn.h"
#include "text/system_call.h"

namespace grabr {

/// A file without a name, for what a process says. Throws Error(kSystem).
FileDescriptor file_in_memory();
/// The first megabyte of the file.
std::string content_of(const FileDescriptor& file);

/// Starts it with our environment; it is killed if we end. The first word is its name. Throws
/// Error(kSystem).
pid_t start_own(const std::vector<std::string>& words, const std::filesystem::path& folder,
                const Streams& streams);
/// The exit status in what waitpid tells; 128 and the signal's number for a death by signal.
int exit_status_of(int status);
/// Waits; returns the exit status.
int wait_for_end(pid_t process);

struct Said {
  int exit = 0;
  std::string output, errors;
};

/// Runs it to its end, without input.
Said run_own(const std::vector<std::string>& words, const std::filesystem::path& folder);

}  // namespace grabr
