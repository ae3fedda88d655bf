// The oracle of a run while it is used: processes of its own, or whatever its host brings. Shows
// that it is at work, and is woken when the run is to stop.
#pragma once

#include <memory>

#include "oracle/process/process_oracle.h"
#include "oracle/stop_token.h"
#include "run/listener.h"

namespace grabr {

class RunningTest {
 public:
  /// Throws Error as ProcessOracle does.
  RunningTest(ProcessOracleOptions test, run::Listener& listener, const StopToken& stop);
  /// The host's, which must live as long.
  RunningTest(Oracle& oracle, run::Listener& listener, const StopToken& stop);
  ~RunningTest();
  RunningTest(const RunningTest&) = delete;
  RunningTest& operator=(const RunningTest&) = delete;

  Oracle& oracle() { return oracle_; }
  /// Null: it is the host's. What only processes have (limits, runs to be looked at) it has not.
  ProcessOracle* process() { return process_.get(); }

  /// Of no effect on the host's.
  void set_timeout(double seconds);
  void set_jobs(unsigned jobs);

 private:
  std::unique_ptr<ProcessOracle> process_;
  Oracle& oracle_;
  run::Listener& listener_;
  StopToken::Watch watch_;
};

}  // namespace grabr
