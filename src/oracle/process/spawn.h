// Starts a program in a given folder, as the leader of its own session.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/test/program.h"

namespace grabr {

/// A program with its arguments, environment, folder and limits.
struct Command {
  Program program;
  std::vector<std::string> arguments;    ///< the first is the program's own name
  std::vector<std::string> environment;  ///< "NAME=value"
  std::filesystem::path folder;          ///< working folder
  std::uint64_t memory_bytes = 0;        ///< limit of the address space, 0: none
  bool randomize_addresses = true;       ///< as the system does
};

struct Streams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

struct Spawned {
  pid_t process = -1;   ///< also the number of its session and process group
  std::string failure;  ///< not empty: why it was not started
};

/// The child has default signal handling, an empty signal mask and core files disabled; on Linux it
/// is killed if the thread that started it ends. Returns once the program is running or has failed
/// to start.
Spawned spawn(const Command& command, const Streams& streams);

/// From now on, files and folders that this process makes cannot be read by users who cannot read
/// `path`. Programs that it starts have the umask from before.
void hide_like(const std::filesystem::path& path);

}  // namespace grabr
