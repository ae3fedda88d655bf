// How much slower than usual this machine is: times that a test gives somebody are so many times as
// long. $GRABR_TEST_SLOWNESS, 1 by default; builds with sanitizers are slow by themselves.
#pragma once

#include <cstdlib>

#include "support/sanitized.h"

namespace grabr::support {

inline double slowness() {
  static const double factor = [] {
    const char* const given = std::getenv("GRABR_TEST_SLOWNESS");
    const double number = given != nullptr ? std::strtod(given, nullptr) : 0;
#ifdef GRABR_SANITIZED
    constexpr double kOwn = 4;
#else
    constexpr double kOwn = 1;
#endif
    return kOwn * (number > 0 ? number : 1);
  }();
  return factor;
}

/// Seconds on an ordinary machine, as seconds on this one.
inline double patiently(double seconds) { return seconds * slowness(); }

}  // namespace grabr::support
