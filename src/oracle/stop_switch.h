// A stop request that any thread may make, for programs that run reductions beside other work.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "oracle/oracle.h"
#include "oracle/stop_token.h"

namespace grabr {

/// One-way: once switched, it stays so.
class StopSwitch : public StopSource {
 public:
  void stop(StopReason why = {ErrorKind::kInterrupted, "interrupted"});
  std::optional<StopReason> asked() const override;
  void begin(Oracle* oracle) override;
  void end() override;

 private:
  mutable std::mutex mutex_;
  std::optional<StopReason> stop_;
  std::vector<Oracle*> waiting_;  // innermost last
};

}  // namespace grabr
