// Text shared by several messages about a test: advice for a flaky one, lists, times.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace grabr {

/// --repeat and --min-hits: the command runs `repeat` times for one test; `min_hits` must fail.
struct Repetition {
  unsigned repeat = 1;
  unsigned min_hits = 1;
};

/// For a test that failed in `hits` of `runs` tests, each made of `used` runs: the least number of
/// runs with which a text that fails as often is missed less than once in 100. Nothing if that is
/// more than 100 runs, or if the test never failed or always failed.
std::optional<Repetition> enough_repetitions(unsigned hits, unsigned runs, Repetition used);

/// Lines of hints for a test that failed in `hits` of `runs` tests made of `used` runs each.
std::string flaky_hints(unsigned hits, unsigned runs, Repetition used);

/// "helper.h and lib", "a, b and c".
std::string list_of(const std::vector<std::string>& names);

/// "0.02 s", "7.5 s", "45 s".
std::string seconds_text(double seconds);

/// Ten times as long, rounded up to whole seconds.
unsigned generous_limit_s(double slowest_s);

}  // namespace grabr
