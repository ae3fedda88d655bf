#include "run/config/config.h"

#include <algorithm>

namespace grabr::run {

std::uint64_t SizeGoal::most(std::uint64_t input_bytes) const {
  constexpr double kMaxSize = 1e18;  // largest size in any unit
  const double share = in == In::kPercent ? static_cast<double>(input_bytes) / 100 : 1;
  return static_cast<std::uint64_t>(std::min(number * share, kMaxSize));
}

}  // namespace grabr::run
