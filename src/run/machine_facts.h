// Facts about a machine that make reductions slow or fast: cores, memory, folders of tests, core
// files, limits, settings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grabr::run {

/// The sources of the facts; tests use their own.
struct Machine {
  std::filesystem::path root = "/";      ///< folder with the proc and sys to read
  unsigned processors = 0;               ///< processors that are online
  unsigned usable = 0;                   ///< processors that this process may use (usable_cores)
  std::filesystem::path temporary;       ///< folder of the tests
  std::string temporary_type;            ///< type of its file system: "tmpfs", "nfs"
  std::uint64_t temporary_free = 0;      ///< free bytes there
  std::uint64_t shared_memory_free = 0;  ///< free bytes of /dev/shm; 0: none
  /// Soft limits by the name in `ulimit`: "-n"; those without a limit are left out.
  std::map<std::string, std::uint64_t> limits;
  std::map<std::string, std::string> environment;  ///< the variables with a known beginning
  double start_ms = 0;  ///< time for starting a program and waiting for its end; 0: not measured
};

/// Examines this machine; `start_ms` takes about a tenth of a second.
Machine this_machine();

struct MachineFact {
  std::string name;    ///< "cores"
  std::string value;   ///< in words
  std::string advice;  ///< advice; empty: nothing to change
};

/// The same facts in the same order on every machine.
std::vector<MachineFact> facts_of(const Machine& machine);

}  // namespace grabr::run
