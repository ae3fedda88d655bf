// Checks before a search that may take hours: does the original fail every time, also with several
// tests at once; does the test reject inputs that cannot show the failure; is the time limit long
// enough?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"

namespace grabr {

/// A text tested before the search.
struct Probe {
  enum class Kind : std::uint8_t {
    kEmpty,       ///< no bytes
    kShortest,    ///< the shortest sentence of the grammar
    kGarbage,     ///< a text in no language
    kEquivalent,  ///< the original, written differently
  };
  Kind kind = Kind::kEmpty;
  std::string name;  ///< in words: "the empty input"
  std::string text;
};

struct Preflight;

/// Progress for observers: run `number` of `of` begins.
struct PreflightStep {
  enum class Kind : std::uint8_t {
    kFirst,     ///< the very first run of the original
    kOriginal,  ///< a repeated run of the original
    kDoubt,     ///< a repeated run of an original that did not always fail; at most `of`
    kProbe,     ///< a text that must not fail, or the original written differently
  };
  Kind kind = Kind::kFirst;
  unsigned number = 1;
  unsigned of = 1;
};

struct PreflightPlan {
  std::string_view original;
  unsigned repeat = 3;            ///< total runs of the original, concurrent ones included
  unsigned jobs = 1;              ///< this many concurrent tests must work as well as one
  std::vector<Probe> vacuous;     ///< must not fail: empty, the shortest sentence, garbage
  std::vector<Probe> equivalent;  ///< should fail: the original without spaces and comments
  /// Set if the original is expected to fail only sometimes. It is run until it has failed `hits`
  /// times, at most `most` times; probes are run until they fail or are given up.
  struct Often {
    unsigned hits;
    unsigned most;
    double probe_error;  ///< the chance that a probe which fails as often as the original is taken
                         ///< for passing
  };
  std::optional<Often> often = {};
  double slow_s = 20;  ///< slower tests are not repeated
  /// Seconds before each retry of a test that could not be run.
  std::vector<double> retry_after_s = {0.05, 0.2, 0.5};
  /// Called once the original has failed, before anything else is tested; `found.first` and the
  /// times are set.
  std::function<void(const Preflight& found)> on_failing;
  /// Called before the probes, once the original has failed in all its runs, or often enough. The
  /// times are those of all its runs.
  std::function<void(const Preflight& found)> before_probes;
  /// Called before each run.
  std::function<void(const PreflightStep& step)> on_step;
  /// Polled whenever a wait is interrupted and between tests.
  StopToken stop;
};

/// The findings, as facts; the command line puts them into words and decides.
struct Preflight {
  TestResult first;                 ///< the original, alone
  std::vector<TestResult> alone;    ///< further runs, one at a time
  std::vector<TestResult> at_once;  ///< further runs, `jobs` at a time
  struct Probed : Probe {
    TestResult result;
  };
  std::vector<Probed> vacuous;  ///< the probes that were tested
  std::vector<Probed> equivalent;

  double median_s = 0;  ///< over the original's tests
  double slowest_s = 0;
  unsigned hits() const;       ///< how often the original failed …
  unsigned runs() const;       ///< … of how many runs, not counting those that could not be run
  bool works_at_once() const;  ///< every concurrent run failed
  bool works_alone() const;    ///< every run alone failed
  const Probed* vacuous_failure() const;  ///< the first probe that fails but must not
};

/// Runs the checks, concurrently if `plan.jobs` and the oracle allow. Stops when the rest is
/// pointless: an original that does not fail is not tested further, and probes are tested only if
/// it always fails. Tests that could not be run are retried a few times and then returned as they
/// are.
Preflight run_preflight(Oracle& oracle, const PreflightPlan& plan);

/// Ten times the median, but at least 2 and at most 300 seconds.
double time_limit_from(const Preflight& preflight);

}  // namespace grabr
