// A test of R runs that wants K failures fails with the probability of at least K successes in R
// throws of a coin. How often a single run fails is found from how often the test did, by
// bisection, for it only grows; then R grows until the chance to see fewer than K falls below 1 %.
//
// With R = K = 1 and 2 failures in 3 tests: a single run fails with 0.67; (1 - 0.67)^5 < 0.01 ≤
// (1 - 0.67)^4, so R = 5.
#include "run/config/repetition.h"

#include <cmath>

namespace grabr {
namespace {

constexpr double kMissed = 0.01;
constexpr unsigned kMostRepeats = 100;

/// The chance of fewer than `k` failures in `n` runs that each fail with `p`.
double chance_of_fewer(unsigned k, unsigned n, double p) {
  double exactly = std::pow(1 - p, n);
  double sum = 0;
  for (unsigned i = 0; i < k && i <= n; ++i) {
    sum += exactly;
    exactly *= static_cast<double>(n - i) / (i + 1) * p / (1 - p);
  }
  return sum;
}

/// How often a single run fails when tests of `used` fail with `rate`.
double rate_of_one_run(double rate, Repetition used) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    const bool too_often = 1 - chance_of_fewer(used.min_hits, used.repeat, middle) > rate;
    (too_often ? high : low) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::optional<Repetition> enough_repetitions(unsigned hits, unsigned runs, Repetition used) {
  if (hits == 0 || hits >= runs) return std::nullopt;
  const double rate = rate_of_one_run(static_cast<double>(hits) / runs, used);
  for (unsigned repeat = used.repeat + 1; repeat <= kMostRepeats; ++repeat) {
    if (chance_of_fewer(used.min_hits, repeat, rate) < kMissed) return {{repeat, used.min_hits}};
  }
  return std::nullopt;
}

}  // namespace grabr
