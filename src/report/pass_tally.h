// What each pass has done so far: tests, gains, time. Cheaper than a Recorder, which counts tokens
// at every gain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/recorder.h"

namespace grabr {

struct PassDone {
  std::string name;
  std::uint64_t tests = 0, gains = 0;
  std::int64_t bytes = 0;  ///< that have gone; negative if it added some
  double seconds = 0;
};

/// A pass that runs inside another has a row of its own, in the order of their first turns.
class PassTally : public Observer {
 public:
  /// A search, or another one of the same run.
  void begin(std::string_view original, Clock::time_point now);
  void on_test(const TestRecord& record) override;
  void on_pass(std::string_view name) override { change(name, Clock::now()); }
  void change(std::string_view name, Clock::time_point now);

  Clock::time_point last_gain() const { return gain_; }
  /// The running pass's time included; without those that had no test.
  std::vector<PassDone> rows(Clock::time_point now) const;

 private:
  PassDone& row(std::string_view name);

  std::vector<PassDone> rows_;
  std::string running_;  ///< empty: none
  Clock::time_point since_;
  Clock::time_point gain_;
  std::uint64_t bytes_ = 0;
};

}  // namespace grabr
