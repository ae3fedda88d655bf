// Statistics of flaky tests: estimates from a number of runs how often a text fails.
#pragma once

namespace grabr {

/// Failures (hits) among a number of runs.
struct Hits {
  unsigned hits = 0;
  unsigned runs = 0;

  void add(bool fails) {
    ++runs;
    if (fails) ++hits;
  }
  unsigned misses() const { return runs - hits; }
  double share() const { return runs == 0 ? 0 : static_cast<double>(hits) / runs; }
  bool operator==(const Hits&) const = default;
};

inline constexpr double kConfidence = 0.95;

/// The exact lower bound (Clopper and Pearson, one-sided) of the failure rate, from 0 to 1. Also
/// valid if the text was run until it had failed a given number of times.
double least_rate(Hits seen, double confidence = kConfidence);

/// The number of runs without a failure after which to give up a text. A text with the failure rate
/// of `seen` passes that many in a row with probability at most `error`, averaged over the rates it
/// may have (Jeffreys' prior). At most kMaxMisses + 1: more runs are not worth their time.
inline constexpr unsigned kMaxMisses = 1000;
unsigned misses_to_give_up(Hits seen, double error);

/// A sequential test of two rates, low < high: A. Wald, "Sequential Tests of Statistical
/// Hypotheses" (1945). Either verdict is wrong with a chance of at most `error`.
class SequentialTest {
 public:
  enum class Verdict { kHigh, kLow, kOpen };

  SequentialTest(double low, double high, double error);
  Verdict of(Hits seen) const;

 private:
  double hit_;    // added to the log-likelihood ratio by a run that fails …
  double miss_;   // … and by one that does not (negative)
  double limit_;  // decided once the ratio is beyond ± this
};

}  // namespace grabr
