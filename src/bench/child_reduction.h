// A reduction in a process of its own: this very program, called as a user would.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "bench/batch_record.h"
#include "bench/case_list.h"

namespace grabr {

struct BatchLimits {
  std::uint64_t max_tests = 0;  ///< 0: none
  double max_time_s = 0;        ///< 0: none
  double timeout_s = 0;         ///< after which the reduction is ended from outside; 0: none
  bool curve = false;

  /// As options: the part of a record's key that says under which limits it came about.
  std::string text() const;
};

class ChildReduction {
 public:
  /// Starts it in `folder`, which is made and removed with everything in it. The test's answers are
  /// kept in `answers`, so that another one can go on where this one was killed.
  ChildReduction(const BenchCase& one, const std::string& strategy, const BatchLimits& limits,
                 const std::string& input_sha256, std::filesystem::path folder,
                 std::filesystem::path answers);
  /// Ends it if it still runs; waits until it has ended.
  ~ChildReduction();
  ChildReduction(const ChildReduction&) = delete;
  ChildReduction& operator=(const ChildReduction&) = delete;

  /// Asks it to end, without waiting for it.
  void ask_to_end() const;
  /// Whether it has ended. Ends it from outside when it is over its time.
  bool has_ended();
  /// After its end.
  BatchRecord record() const;
  /// Once the record is kept: nobody is to go on.
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
  int status_ = 0;      ///< of waitpid
  std::string failure_;  ///< not empty: it was not started, and why

  void start(const std::string& strategy);
  void note_end(int status);
  void stop();
  void read_report(BatchRecord& record) const;
  std::string error_text(int exit) const;
};

}  // namespace grabr
