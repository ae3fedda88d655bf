// Checks before an hour is lost: does the original fail, every time, also several at once; does the
// test reject what cannot show the failure; is there time enough?
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"

namespace grabr {

/// A text that is tested before the search.
struct Probe {
  enum class Kind : std::uint8_t {
    kEmpty,       ///< no bytes
    kShortest,    ///< the shortest sentence of the grammar
    kGarbage,     ///< in no language
    kEquivalent,  ///< the original, written otherwise
  };
  Kind kind = Kind::kEmpty;
  std::string name;  ///< in words: "the empty input"
  std::string text;
};

struct Preflight;

/// What is being done, for whoever watches: run `number` of `of` begins.
struct PreflightStep {
  enum class Kind : std::uint8_t {
    kFirst,     ///< of the original, the very first
    kOriginal,  ///< of the original again
    kDoubt,     ///< of the original, which has not failed each time; `of` at the most
    kProbe,     ///< of a text that must not fail, or of the original written otherwise
  };
  Kind kind = Kind::kFirst;
  unsigned number = 1;
  unsigned of = 1;
};

struct PreflightPlan {
  std::string_view original;
  unsigned repeat = 3;            ///< runs of the original, in all; those at once count
  unsigned jobs = 1;              ///< so many at once must work as well as one
  std::vector<Probe> vacuous;     ///< must not fail: empty, the shortest sentence, garbage
  std::vector<Probe> equivalent;  ///< should fail: the original without spaces and comments
  double slow_s = 20;             ///< a test slower than this is not repeated
  /// Seconds before each further try of tests that could not be run.
  std::vector<double> retry_after_s = {0.05, 0.2, 0.5};
  /// Called when the original has failed, before anything else is tested; `found.first` and the
  /// times are known then.
  std::function<void(const Preflight& found)> on_failing;
  /// Called before each run.
  std::function<void(const PreflightStep& step)> on_step;
  /// Asked whenever waiting is interrupted, and between tests.
  StopToken stop;
};

/// What was found. Facts only: words and decisions are the command line's.
struct Preflight {
  TestResult first;                 ///< of the original, alone
  std::vector<TestResult> alone;    ///< further ones, one at a time
  std::vector<TestResult> at_once;  ///< further ones, `jobs` at a time
  struct Probed : Probe {
    TestResult result;
  };
  std::vector<Probed> vacuous;  ///< those that were tested
  std::vector<Probed> equivalent;

  double median_s = 0;  ///< of the original's tests
  double slowest_s = 0;
  unsigned hits() const;       ///< how often the original failed …
  unsigned runs() const;       ///< … of how many runs; those that could not be run do not count
  bool works_at_once() const;  ///< it failed each time, of those at once
  bool works_alone() const;    ///< it failed each time, of those one at a time
  const Probed* vacuous_failure() const;  ///< the first probe that fails though it must not
};

/// Runs the checks, several at once where `plan.jobs` and the oracle allow. Stops at the first
/// finding that makes the rest meaningless: an original that does not fail is not tested further,
/// and with one that does not always fail no probes are tested. Tests that could not be run are
/// tried again a few times and then returned as they are.
Preflight run_preflight(Oracle& oracle, const PreflightPlan& plan);

/// Ten times the median, within 2 and 300 seconds.
double time_limit_from(const Preflight& preflight);

}  // namespace grabr
