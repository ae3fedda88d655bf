// The oracle that calls a function: for programs that use the library, and for tests.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "oracle/oracle.h"

namespace grabr {

class FunctionOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  explicit FunctionOracle(Function judge) : judge_(std::move(judge)) {}

  /// The exit code is the one a test program would have used: 0, 1 or 125.
  TestResult run(std::string_view candidate) override {
    TestResult result;
    result.outcome = judge_(candidate);
    result.exit_code = result.outcome == Outcome::kFail ? 0
                       : result.outcome == Outcome::kPass ? 1
                                                          : 125;
    return result;
  }

 private:
  Function judge_;
};

}  // namespace grabr
