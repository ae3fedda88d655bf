// Tests that ran into their time limit, and the time lost to them.
#pragma once

#include <cstdint>
#include <string>

#include "reduce/core/session.h"

namespace grabr {

struct HungTests {
  std::uint64_t count = 0;
  double lost_s = 0;  ///< by all of them together

  HungTests& operator+=(const HungTests& other);
};

/// Did the test time out, where that is not the failure (--hang)?
bool has_hung(const TestResult& result);

/// "21 tests hung (2 s each, 42 s in all)"; empty where none did.
std::string words_on_hung(const HungTests& hung);

/// Counts hung tests of the search, not of the checks before it.
class HungTestCount : public Observer {
 public:
  void on_test(const TestRecord& record) override;
  const HungTests& found() const { return found_; }

 private:
  HungTests found_;
};

}  // namespace grabr
