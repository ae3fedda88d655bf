// Runs several strategies on one input, for comparison.
#pragma once

#include <string>
#include <vector>

#include "oracle/stop_token.h"
#include "reduce/schedule.h"
#include "report/tables/comparison.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "text/error.h"

namespace grabr::run {

struct Compared {
  Comparison comparison;
  EndedBy ended_by;
};

/// Limits apply to each strategy. Results are saved in `folder` (not at all if it is empty), not
/// where the configuration says. Throws Error if it cannot run.
Compared compare(const Config& config, const std::vector<Schedule>& schedules,
                 const std::string& folder, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
