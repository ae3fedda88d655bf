#include "oracle/condition/condition.h"

#include <cstdio>

#include "oracle/condition/executions.h"

namespace grabr {

std::string short_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", seconds);
  return text;
}

std::string how_run_ended(const Execution& run) { return "it " + how_it_ended(run); }

Finding holds_if(bool holds, const std::string& seen) {
  return holds ? Finding{} : Finding{Finding::Kind::kDoesNotHold, seen};
}

}  // namespace grabr
