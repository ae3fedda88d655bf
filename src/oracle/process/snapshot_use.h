// Decides which tests of a worker run with snapshots, and which of their answers are checked by a
// run without.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/oracle.h"
#include "oracle/process/snapshots.h"
#include "oracle/process/test_setup.h"

namespace grabr {

/// What one test tells about snapshots.
struct SnapshotFacts {
  bool used = false;     ///< a process went on from a copy
  double with_s = 0;     ///< processor time of the test with snapshots; 0: it used none
  double without_s = 0;  ///< the same without; 0: not run
  std::string programs;  ///< the programs seen so far: a line each, "PATH: copied" or the reason
  std::string off;       ///< why snapshots are off from now on; empty: they are on
};

class SnapshotUse {
 public:
  /// `setup` must outlive this.
  explicit SnapshotUse(const TestSetup& setup) : setup_(setup) {}

  /// For the next test; null: it runs without.
  Snapshots* snapshots();
  /// Call after a run with snapshots. Should it be repeated without? Always, unless the candidate
  /// passes; of those the first ten, and one in a hundred after that.
  bool is_checked(const TestResult& with);
  /// Call after the repetition.
  void compare();
  /// About the last test.
  SnapshotFacts facts();

 private:
  double cpu_since_last();
  void switch_off_if_useless();
  void switch_off(std::string why);

  const TestSetup& setup_;
  std::optional<Snapshots> snapshots_;
  std::string off_;
  SnapshotFacts facts_;
  unsigned used_before_ = 0;  ///< copies used before the last test
  double cpu_s_ = 0;          ///< processor time of all tests before the last run
  std::uint64_t tests_ = 0;
  std::uint64_t passes_ = 0;
  unsigned compared_ = 0;  ///< tests that were run both ways, and their processor time
  double with_s_ = 0;
  double without_s_ = 0;
};

}  // namespace grabr
