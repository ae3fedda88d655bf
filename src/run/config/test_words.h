// Words that several messages about a test need: what to do about a flaky one, lists, times.
#pragma once

#include <string>
#include <vector>

#include "run/config/repetition.h"

namespace grabr {

/// Lines of hints for a test that failed in `hits` of `runs` tests made of `used` runs each.
std::string flaky_hints(unsigned hits, unsigned runs, Repetition used);

/// "helper.h and lib", "a, b and c".
std::string list_of(const std::vector<std::string>& names);

/// "0.02 s", "7.5 s", "45 s".
std::string seconds_text(double seconds);

/// Ten times as long, in whole seconds.
unsigned generous_limit_s(double slowest_s);

}  // namespace grabr
