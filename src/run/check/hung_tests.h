// Tests that ran into their time limit: the time lost to them, and a limit that would lose less.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "reduce/core/session.h"

namespace grabr {

struct HungTests {
  std::uint64_t count = 0;
  double lost_s = 0;     ///< by all of them together
  double slowest_s = 0;  ///< of those that ended

  HungTests& operator+=(const HungTests& other);
};

/// Did the test time out, where that is not the failure (--hang)?
bool has_hung(const TestResult& result);

/// A round limit that tests of `slowest_s` stay far below; nothing if no such time is known.
std::optional<double> fitting_limit_s(double slowest_s);

/// "21 tests hung (2 s each, 42 s in all); --timeout 0.3 would do"; empty where none did.
std::string words_on_hung(const HungTests& hung);

/// Counts hung tests of the search. Times of tests that end also come from the checks before it.
class HungTestCount : public Observer {
 public:
  void on_test(const TestRecord& record) override;
  const HungTests& found() const { return found_; }

 private:
  HungTests found_;
};

}  // namespace grabr
