// Ctrl-C, SIGTERM, SIGHUP, the time budget and the wanted size: how a reduction ends early with its best
// result kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "oracle/oracle.h"
#include "reduce/core/session.h"
#include "report/recorder.h"
#include "text/encoding.h"
#include "text/error.h"

namespace grabr {

/// While one exists, the first SIGINT, SIGTERM or SIGHUP is remembered and wakes whoever waits for a
/// test; a second ends the program at once, unless it is SIGHUP, which a closed terminal may send
/// more than once. Of several the innermost says who is woken.
class Interruption {
 public:
  explicit Interruption(Oracle& oracle);
  /// For a command that looks at check() now and then.
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Throws Error(kInterrupted), Error(kTerminated) or Error(kHungUp) after such a signal.
  static void check();

 private:
  Oracle* outer_;
};

/// From now on SIGUSR1 asks how things are going instead of ending the program.
void answer_status_requests();
/// Whether it has come since the last call.
bool take_status_request();

/// The best is as small as was wished for (--stop-at): an end like any other.
class SmallEnough : public Error {
 public:
  explicit SmallEnough(std::size_t bytes)
      : Error(Exit::kBudget, "small enough: " + std::to_string(bytes) + " bytes (--stop-at)") {}
};

/// Ends the reduction: after a signal, when the time is up, or when the best is small enough. To be
/// the last observer, so that the others have seen what it ends.
class StopCheck : public Observer {
 public:
  /// 0: no limit.
  StopCheck(double max_seconds, std::uint64_t small_enough_bytes,
            Encoding encoding = Encoding::kAsIs);

  void on_test(const TestRecord& record) override;
  void on_best(std::string_view text) override;

  /// Throws Error: as Interruption::check() does, or kBudget. on_best() also throws SmallEnough.
  void check() const;
  /// When the time is up.
  Deadline deadline() const;

 private:
  double max_seconds_;
  std::uint64_t small_enough_bytes_;
  Encoding encoding_;
  bool was_small_enough_ = false;  ///< then nothing ends for that reason any more
  Clock::time_point start_;
};

}  // namespace grabr
