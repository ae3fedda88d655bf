#include "oracle/answers/rates.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace grabr {
namespace {

/// The probability of at least `seen.hits` failures in this many runs, each of which fails with
/// probability `rate`.
double chance_of(Hits seen, double rate) {
  double sum = 0;
  for (unsigned hits = seen.hits; hits <= seen.runs; ++hits) {
    double ways = 1;
    for (unsigned i = 0; i < hits; ++i) ways *= static_cast<double>(seen.runs - i) / (i + 1);
    sum += ways * std::pow(rate, hits) * std::pow(1 - rate, seen.runs - hits);
  }
  return sum;
}

TEST_CASE("at the lower bound of a rate so many failures have a chance of 5 %") {
  for (const Hits seen : {Hits{1, 1}, Hits{1, 30}, Hits{5, 10}, Hits{10, 10}, Hits{57, 60}}) {
    CAPTURE(seen.hits);
    CHECK(chance_of(seen, least_rate(seen)) == doctest::Approx(0.05).epsilon(1e-6));
  }
  CHECK(least_rate({0, 10}) == 0);
  CHECK(least_rate({10, 10}) == doctest::Approx(std::pow(0.05, 0.1)));
  CHECK(least_rate({5, 10}, 0.5) > least_rate({5, 10}, 0.95));
}

TEST_CASE(
    "a text is given up later the rarer its failure, the smaller the error, the less is known") {
  CHECK(misses_to_give_up({20, 20}, 0.1) == 1);
  CHECK(misses_to_give_up({20, 22}, 0.001) < misses_to_give_up({20, 40}, 0.001));
  CHECK(misses_to_give_up({20, 40}, 0.1) < misses_to_give_up({20, 40}, 0.001));
  CHECK(misses_to_give_up({20000, 100000}, 0.001) == 31);  // ln 0.001 / ln 0.8, rounded up
  CHECK(misses_to_give_up({20, 100}, 0.001) > 31);
  CHECK(misses_to_give_up({1, 400}, 0.001) == kMaxMisses + 1);
}

TEST_CASE("a sequential test errs as seldom as it is asked to") {
  using Verdict = SequentialTest::Verdict;
  const SequentialTest test(0.1, 0.3, 0.02);
  CHECK(test.of({}) == Verdict::kOpen);
  constexpr unsigned kTimes = 2000;
  for (const double rate : {0.1, 0.3}) {
    std::mt19937 random(1);
    unsigned wrong = 0;
    for (unsigned i = 0; i < kTimes; ++i) {
      Hits seen;
      while (test.of(seen) == Verdict::kOpen)
        seen.add(static_cast<double>(random()) / 4294967296.0 < rate);
      wrong += (test.of(seen) == Verdict::kHigh) != (rate > 0.2);
    }
    CHECK(wrong > 0);
    CHECK(wrong <= 0.02 * kTimes * 1.3);
  }
}

}  // namespace
}  // namespace grabr
