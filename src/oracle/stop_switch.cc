// Tested by tests/oracle/stop_token_test.cc.
#include "oracle/stop_switch.h"

#include <utility>

namespace grabr {

void StopSwitch::stop(StopReason why) {
  const std::lock_guard lock(mutex_);
  if (!stop_) stop_ = std::move(why);
  if (!waiting_.empty() && waiting_.back() != nullptr) waiting_.back()->wake();
}

std::optional<StopReason> StopSwitch::asked() const {
  const std::lock_guard lock(mutex_);
  return stop_;
}

void StopSwitch::begin(Oracle* oracle) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(oracle);
}

void StopSwitch::end() {
  const std::lock_guard lock(mutex_);
  waiting_.pop_back();
}

}  // namespace grabr
