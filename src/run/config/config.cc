#include "run/config/config.h"

#include <sstream>

namespace grabr::run {

std::uint64_t SizeGoal::most(std::uint64_t input_bytes) const {
  const bool percent = in == In::kPercent;
  return static_cast<std::uint64_t>(percent ? number / 100 * static_cast<double>(input_bytes)
                                            : number);
}

StopToken Limits::with_budget(const StopToken& stop,
                              std::chrono::steady_clock::time_point begin) const {
  if (!max_time_s) return stop;
  std::ostringstream message;
  message << "the time of " << *max_time_s << " s is up";
  using Duration = std::chrono::steady_clock::duration;
  const std::chrono::duration<double> length(*max_time_s);
  return stop.until(begin + std::chrono::ceil<Duration>(length),
                    {ErrorKind::kBudget, message.str()});
}

}  // namespace grabr::run
