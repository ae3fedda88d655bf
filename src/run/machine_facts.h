// What a machine costs a reduction: cores, memory, folders of tests, core files, limits, settings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grabr::run {

/// Where the facts come from; tests put others here.
struct Machine {
  std::filesystem::path root = "/";      ///< its proc and sys are read
  unsigned processors = 0;               ///< that are online
  unsigned usable = 0;                   ///< that this process may use (usable_cores)
  std::filesystem::path temporary;       ///< folder of the tests
  std::string temporary_type;            ///< its file system: "tmpfs", "nfs"
  std::uint64_t temporary_free = 0;      ///< bytes
  std::uint64_t shared_memory_free = 0;  ///< bytes of /dev/shm that can be written; 0: none
  /// Soft limits by the name that `ulimit` has: "-n"; those without a limit are not here.
  std::map<std::string, std::uint64_t> limits;
  std::map<std::string, std::string> environment;  ///< the variables that begin with a known name
  double start_ms = 0;  ///< of starting a program and waiting for its end; 0: not measured
};

/// This machine; takes a tenth of a second or so for `start_ms`.
Machine this_machine();

struct MachineFact {
  std::string name;    ///< "cores"
  std::string value;   ///< in words
  std::string advice;  ///< what to do; empty: nothing
};

/// The same facts in the same order on every machine.
std::vector<MachineFact> facts_of(const Machine& machine);

}  // namespace grabr::run
