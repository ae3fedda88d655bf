// How often a flaky test has to be run for one answer.
#pragma once

#include <optional>

namespace grabr {

/// --repeat and --min-hits: the command runs `repeat` times for one test; `min_hits` must fail.
struct Repetition {
  unsigned repeat = 1;
  unsigned min_hits = 1;
};

/// With a test that failed in `hits` of `runs` tests, each made of `used` runs: the least number of
/// runs with which a text that fails as often is missed less than once in 100. Nothing when that
/// would be more than 100 runs, or when it never failed or always.
std::optional<Repetition> enough_repetitions(unsigned hits, unsigned runs, Repetition used);

}  // namespace grabr
