// What a run knows about its snapshots at the end.
#pragma once

#include <cstdint>
#include <string>

namespace grabr {

struct SnapshotRecord {
  std::uint64_t tests = 0;     ///< tests of which a process began in a snapshot
  std::uint64_t compared = 0;  ///< of them, also run without
  double with_s = 0;           ///< time of those that were compared, in all
  double without_s = 0;
  std::string programs;  ///< a line for each program: "PATH: copied", or why it was not
  std::string off;       ///< why snapshots are off in a worker; empty: in none
};

}  // namespace grabr
