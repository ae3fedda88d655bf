// The oracle that calls a function: for programs that use the library, and for tests.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "oracle/oracle.h"

namespace grabr {

class FunctionOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  explicit FunctionOracle(Function judge) : judge_(std::move(judge)) {}

  /// Judges at once; wait() only hands the answer out. The exit code is the one a test program would
  /// have used: 0, 1 or 125.
  Ticket start(std::string_view candidate) override {
    TestResult result;
    result.outcome = judge_(candidate);
    result.exit_code = result.outcome == Outcome::kFail ? 0
                       : result.outcome == Outcome::kPass ? 1
                                                          : 125;
    finished_ = Finished{++tickets_, std::move(result)};
    return tickets_;
  }
  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    return std::exchange(finished_, std::nullopt);
  }
  void cancel(Ticket ticket) override {
    if (finished_ && finished_->ticket == ticket) finished_.reset();
  }

 private:
  Function judge_;
  Ticket tickets_ = 0;
  std::optional<Finished> finished_;
};

}  // namespace grabr
