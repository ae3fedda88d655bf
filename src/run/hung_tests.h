// Tests that ran into their time limit: how much time was lost to them, and what would lose less.
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

/// Out of time, which is not the failure (--hang) here.
bool has_hung(const TestResult& result);

/// A limit that a person would type and that tests of `slowest_s` stay far below; nothing where
/// nothing is known of such.
std::optional<double> fitting_limit_s(double slowest_s);

/// "21 tests hung (2 s each, 42 s in all); --timeout 0.3 would do"; empty where none did.
std::string words_on_hung(const HungTests& hung);

/// Counts those of the search; what tests take that end is learnt from the checks before it, too.
class HungTestCount : public Observer {
 public:
  void on_test(const TestRecord& record) override;
  const HungTests& found() const { return found_; }

 private:
  HungTests found_;
};

}  // namespace grabr
