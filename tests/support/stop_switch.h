// A stop request that any thread may make, for programs that run reductions besides other work.
#pragma once

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/oracle.h"
#include "oracle/stop_token.h"

namespace grabr {

/// Once set, it stays set.
class StopSwitch : public StopSource {
 public:
  void stop(StopReason why = {ErrorKind::kInterrupted, "interrupted"}) {
    const std::lock_guard lock(mutex_);
    if (!stop_) stop_ = std::move(why);
    if (!waiting_.empty() && waiting_.back() != nullptr) waiting_.back()->wake();
  }

  std::optional<StopReason> asked() const override {
    const std::lock_guard lock(mutex_);
    return stop_;
  }

  void begin(Oracle* oracle) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(oracle);
  }

  void end() override {
    const std::lock_guard lock(mutex_);
    waiting_.pop_back();
  }

 private:
  mutable std::mutex mutex_;
  std::optional<StopReason> stop_;
  std::vector<Oracle*> waiting_;  // innermost last
};

}  // namespace grabr
