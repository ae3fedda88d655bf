// Counts tests that ran into their time limit, and the time lost by them.
#pragma once

#include <cstdint>
#include <string>

#include "reduce/core/session.h"

namespace grabr {

struct HungTests {
  std::uint64_t count = 0;
  double lost_s = 0;  ///< time lost by all of them together

  HungTests& operator+=(const HungTests& other);
};

/// Did the test time out, unless a timeout is the failure (--hang)?
bool has_hung(const TestResult& result);

/// "21 tests hung (2 s each, 42 s in all)"; empty if none did.
std::string words_on_hung(const HungTests& hung);

/// Counts hung tests in the search, but not in the checks before it.
class HungTestCount : public Observer {
 public:
  void on_test(const TestRecord& record) override;
  const HungTests& found() const { return found_; }

 private:
  HungTests found_;
};

}  // namespace grabr
