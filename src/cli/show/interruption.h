// Ctrl-C, SIGTERM and SIGHUP: a person or the system ends a run early.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "oracle/stop_token.h"

namespace grabr {

/// While one exists, the first SIGINT, SIGTERM or SIGHUP is remembered and wakes the oracle that is
/// waiting for a test. A second one ends the program at once, unless it is SIGHUP, which a closed
/// terminal may send more than once. If several objects are nested, the innermost decides which
/// oracle is woken.
class Interruption {
 public:
  /// Null: there is no oracle to wake; the command calls check() from time to time.
  explicit Interruption(Oracle* oracle = nullptr);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Throws Error(kInterrupted), Error(kTerminated) or Error(kHungUp) after such a signal.
  static void check();

 private:
  Oracle* outer_;
};

/// The same for a run that asks whether to stop.
class StopSignals : public StopSource {
 public:
  std::optional<StopReason> asked() const override;
  void begin(Oracle* oracle) override;
  void end() override;

 private:
  std::vector<std::unique_ptr<Interruption>> watching_;
};

/// From now on SIGUSR1 requests a status line instead of ending the program.
void answer_status_requests();
/// Has such a request come since the last call?
bool take_status_request();

}  // namespace grabr
