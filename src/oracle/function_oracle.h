// An oracle that calls a function, for programs that use the library and for unit tests.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/oracle.h"

namespace grabr {

class FunctionOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  explicit FunctionOracle(Function judge) : judge_(std::move(judge)) {}

  /// Runs the function at once; wait() only returns the result. The exit code is what a test
  /// program would have returned: 0, 1 or 125.
  Ticket start(std::string_view candidate) override {
    TestResult result;
    result.outcome = judge_(candidate);
    result.exit_code = result.outcome == Outcome::kFail   ? 0
                       : result.outcome == Outcome::kPass ? 1
                                                          : 125;
    finished_.push_back({++tickets_, std::move(result)});
    return tickets_;
  }
  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    if (finished_.empty()) return std::nullopt;
    Finished finished = std::move(finished_.back());
    finished_.pop_back();
    return finished;
  }
  void cancel(Ticket ticket) override {
    std::erase_if(finished_, [&](const Finished& one) { return one.ticket == ticket; });
  }

 private:
  Function judge_;
  Ticket tickets_ = 0;
  std::vector<Finished> finished_;
};

}  // namespace grabr
