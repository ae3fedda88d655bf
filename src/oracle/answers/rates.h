// What a number of runs, of which some fail, tells about how often a text fails.
#pragma once

namespace grabr {

/// So many runs, and how many of them failed.
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

/// The exact lower bound (Clopper and Pearson, one-sided) of the rate, from 0 to 1. Also where it
/// was run until it had failed so many times.
double least_rate(Hits seen, double confidence = kConfidence);

/// Of a text that fails as often as one of which `seen` is known: so many runs without a failure it
/// shows with a chance of at most `error`, on average over the rates it may have (Jeffreys' prior).
/// At most kMostMisses + 1: more are not worth the while.
inline constexpr unsigned kMostMisses = 1000;
unsigned misses_to_give_up(Hits seen, double error);

/// A sequential test of two rates, low < high: A. Wald, "Sequential Tests of Statistical
/// Hypotheses" (1945). Either verdict is wrong with a chance of at most `error`.
class SequentialTest {
 public:
  enum class Verdict { kHigh, kLow, kOpen };

  SequentialTest(double low, double high, double error);
  Verdict of(Hits seen) const;

 private:
  double hit_;    // what a failure adds to the logarithm of the ratio of likelihoods …
  double miss_;   // … and another run
  double limit_;  // at which it has decided, in either direction
};

}  // namespace grabr
