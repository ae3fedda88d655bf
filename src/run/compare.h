// Several strategies on one input, side by side.
#pragma once

#include <string>
#include <vector>

#include "oracle/stop_token.h"
#include "reduce/schedule.h"
#include "report/comparison.h"
#include "run/config.h"
#include "run/listener.h"
#include "text/error.h"

namespace grabr::run {

struct Compared {
  Comparison comparison;
  EndedBy ended_by;
};

/// Limits are those of each strategy. Results are kept in `folder`, unless it is empty, and not
/// where the configuration says. Throws Error for what keeps it from running.
Compared compare(const Config& config, const std::vector<Schedule>& schedules,
                 const std::string& folder, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
