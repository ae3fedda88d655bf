// A callback called now and then by the code that waits for a test, to show signs of life.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "oracle/oracle.h"

namespace grabr {

class Heartbeat {
 public:
  void start(double every_s, std::function<void()> beat) {
    every_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(every_s));
    beat_ = std::move(beat);
    next_ = Clock::now() + every_;
  }

  /// The deadline, or the next beat if that is earlier.
  Deadline next(const Deadline& deadline) const {
    if (!beat_) return deadline;
    return deadline ? std::min(*deadline, next_) : next_;
  }

  /// Calls it if it is due, or `at_once`.
  void beat(bool at_once) {
    if (!beat_) return;
    const Clock::time_point now = Clock::now();
    if (!at_once && now < next_) return;
    next_ = now + every_;
    beat_();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::duration every_{};
  Clock::time_point next_;
  std::function<void()> beat_;
};

}  // namespace grabr
