// A reduction in its own process: runs this same program, as a user would.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "bench/batch_record.h"
#include "bench/case_list.h"

namespace grabr {

struct BatchLimits {
  std::optional<std::uint64_t> max_tests;
  std::optional<double> max_time_s;
  std::optional<double> timeout_s;  ///< after which the reduction is killed from outside
  bool curve = false;               ///< record sizes over the tests

  /// As command-line options; part of a record's key.
  std::string text() const;
};

class ChildReduction {
 public:
  /// Starts it. `folder` is created for it and removed with its contents at the end. The test's
  /// answers are kept in `answers`, so that another reduction can resume if this one is killed.
  ChildReduction(const BenchCase& one, const std::string& strategy, const BatchLimits& limits,
                 const std::string& input_sha256, std::filesystem::path folder,
                 std::filesystem::path answers);
  /// Ends it if it is still running; waits for its end.
  ~ChildReduction();
  ChildReduction(const ChildReduction&) = delete;
  ChildReduction& operator=(const ChildReduction&) = delete;

  /// Asks it to end, without waiting for it.
  void ask_to_end() const;
  /// Returns whether the process has ended; stops it if it has exceeded its time limit.
  bool has_ended();
  /// Only after it has ended.
  BatchRecord record() const;
  /// Call once the record is saved and nobody needs to resume.
  void forget_answers() const;

 private:
  using Clock = std::chrono::steady_clock;

  const BenchCase& case_;
  BatchLimits limits_;
  std::filesystem::path folder_;
  std::filesystem::path answers_;
  BatchRecord record_;
  Clock::time_point start_ = Clock::now();
  pid_t process_ = -1;
  bool timed_out_ = false;
  double wall_s_ = 0;
  int status_ = 0;       ///< of waitpid
  std::string failure_;  ///< not empty: why it was not started

  void start(const std::string& strategy);
  void note_end(int status);
  void stop();
  void read_report(BatchRecord& record) const;
  std::string error_text(int exit) const;
};

}  // namespace grabr
