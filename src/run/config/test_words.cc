// A test of R runs that wants K failures fails with the probability of at least K successes in R
// coin tosses. The failure rate of a single run is computed from that of the test by bisection,
// because one grows with the other. Then R grows until the chance of fewer than K failures is below
// 1 %.
//
// With R = K = 1 and 2 failures in 3 tests: a single run fails with 0.67; (1 - 0.67)^5 < 0.01 ≤ (1
// - 0.67)^4, so R = 5.
#include "run/config/test_words.h"

#include <cmath>
#include <cstdio>

#include "text/setting.h"

namespace grabr {
namespace {

constexpr double kMissed = 0.01;
constexpr unsigned kMaxRepeats = 100;

/// The chance of fewer than `k` failures in `n` runs that each fail with probability `p`.
double chance_of_fewer(unsigned k, unsigned n, double p) {
  double exactly = std::pow(1 - p, n);
  double sum = 0;
  for (unsigned i = 0; i < k && i <= n; ++i) {
    sum += exactly;
    exactly *= static_cast<double>(n - i) / (i + 1) * p / (1 - p);
  }
  return sum;
}

/// The failure rate of a single run if tests of `used` fail with `rate`.
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
  for (unsigned repeat = used.repeat + 1; repeat <= kMaxRepeats; ++repeat) {
    if (chance_of_fewer(used.min_hits, repeat, rate) < kMissed) return {{repeat, used.min_hits}};
  }
  return std::nullopt;
}

std::string flaky_hints(unsigned hits, unsigned runs, Repetition used) {
  std::string hints;
  if (hits > 0 && hits < runs && used.repeat == 1) {
    hints = spelled("  hint: {flaky} runs each candidate as often as necessary\n");
  }
  if (const auto enough = enough_repetitions(hits, runs, used)) {
    const std::string repeat = std::to_string(enough->repeat);
    const std::string least = std::to_string(enough->min_hits);
    hints +=
        spelled("  hint: {repeat} ") + repeat + spelled(" {min-hits} ") + least +
        " runs the test up to " + repeat + " times for one answer, and " + least +
        (enough->min_hits == 1 ? " failure counts" : " failures count") +
        ": a candidate that fails as often as the original is then missed less than once in 100\n";
  } else if (hits > 0 && hits < runs) {
    hints += spelled(
        "  hint: it fails too rarely for {repeat} to help: more than 100 runs would be needed for "
        "one answer\n");
  }
  return hints + spelled(
                     "  hint: a deterministic test is faster; the cause is often a random seed, "
                     "the addresses in memory ({no-aslr}), the order of threads, the time or a "
                     "service elsewhere\n");
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

std::string seconds_text(double seconds) {
  char text[32];
  const bool whole = seconds >= 10 || seconds == std::floor(seconds);
  std::snprintf(text, sizeof text, whole ? "%.0f s" : seconds < 1 ? "%.2g s" : "%.1f s", seconds);
  return text;
}

unsigned generous_limit_s(double slowest_s) {
  return static_cast<unsigned>(std::ceil(10 * slowest_s));
}

}  // namespace grabr
