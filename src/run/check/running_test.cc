#include "run/check/running_test.h"

#include <utility>

namespace grabr {

RunningTest::RunningTest(ProcessOracleOptions test, run::Listener& listener, const StopToken& stop)
    : process_(std::make_unique<ProcessOracle>(std::move(test))),
      oracle_(*process_),
      listener_(listener),
      watch_(stop, process_.get()) {
  process_->set_heartbeat(listener.tick_every_s(), [&listener] { listener.tick(); });
}

RunningTest::RunningTest(Oracle& oracle, run::Listener& listener, const StopToken& stop)
    : oracle_(oracle), listener_(listener), watch_(stop, &oracle) {}

RunningTest::~RunningTest() { listener_.idle(); }

void RunningTest::set_timeout(double seconds) {
  if (process_) process_->set_timeout(seconds);
}

void RunningTest::set_jobs(unsigned jobs) {
  if (process_) process_->set_jobs(jobs);
}

}  // namespace grabr
