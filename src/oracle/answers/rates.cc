// Tested by tests/oracle/rates_test.cc.
#include "oracle/answers/rates.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace grabr {
namespace {

constexpr double kAlmostNever = 1e-6;

/// A rate of 0 or 1 would let a single run decide everything.
double possible(double rate) { return std::clamp(rate, kAlmostNever, 1 - kAlmostNever); }

}  // namespace

double least_rate(Hits seen, double confidence) {
  if (seen.hits == 0) return 0;
  return boost::math::binomial_distribution<>::find_lower_bound_on_p(seen.runs, seen.hits,
                                                                     1 - confidence);
}

unsigned misses_to_give_up(Hits seen, double error) {
  const double hits = seen.hits + 0.5;
  const double misses = seen.misses() + 0.5;
  double chance = 1;
  unsigned runs = 0;
  while (runs == 0 || (chance > error && runs <= kMaxMisses)) {
    chance *= (misses + runs) / (hits + misses + runs);
    ++runs;
  }
  return runs;
}

SequentialTest::SequentialTest(double low, double high, double error)
    : hit_(std::log(possible(high) / possible(low))),
      miss_(std::log1p(-possible(high)) - std::log1p(-possible(low))),
      limit_(std::log((1 - error) / error)) {}

SequentialTest::Verdict SequentialTest::of(Hits seen) const {
  const double ratio = seen.hits * hit_ + seen.misses() * miss_;
  if (ratio >= limit_) return Verdict::kHigh;
  return ratio <= -limit_ ? Verdict::kLow : Verdict::kOpen;
}

}  // namespace grabr
