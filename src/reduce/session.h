// One reduction under way. A strategy sees nothing else: it describes candidates in order and asks
// for the first that still fails. Counting, caching, tracing, the best result so far and the limits
// all live behind that question.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

/// A text to test, and in words what was tried to get it.
struct Candidate {
  std::string text;
  std::string edit;
};

/// Which answers are known again without running the test.
enum class CachePolicy : std::uint8_t {
  kNone,      ///< every question is a test, as in books that do not cache
  kNegative,  ///< "does not fail"; unresolved, timeouts and failures to run are asked again
  kAll,       ///< every outcome, as the fuzzingbook's CachingReducer does
};

/// One committed test, as observers see it.
struct TestRecord {
  std::uint64_t number = 0;  ///< from 1
  TestResult result;
  std::string_view text;
  std::string_view edit;
  std::string_view phase;
  bool accepted = false;     ///< became the best so far
  bool cached = false;
};

struct Counts {
  std::uint64_t committed = 0, executed = 0, cached = 0;
  std::uint64_t fail = 0, pass = 0, unresolved = 0, timeout = 0, infrastructure = 0;
};

/// Watches a session; never changes it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_test(const TestRecord&) {}
  /// A new best, after it has been tested. The place to save it.
  virtual void on_best(std::string_view) {}
  virtual void on_phase(std::string_view) {}
};

class Session {
 public:
  Session(Oracle& oracle, std::string original, CachePolicy cache = CachePolicy::kNegative);

  void add_observer(Observer* observer) { observers_.push_back(observer); }

  /// The failing text to start from, and the smallest one found since.
  const std::string& original() const { return original_; }
  const std::string& best() const { return best_; }
  const Counts& counts() const { return counts_; }

  /// Names what the strategy is doing, for progress, trace and report.
  void begin_phase(std::string_view name);
  const std::string& phase() const { return phase_; }

  /// Tests the original, recorded under `phase`. Throws Error(kDoesNotFail) when it does not fail.
  void check_original(std::string_view phase);

  /// The question of every algorithm. `next` fills in the next candidate of an ordered lazy
  /// sequence, or returns false at its end; it is called with 0, 1, 2, … and must not depend on
  /// answers: a session may look further ahead than the first success. Returns the number of the
  /// first candidate, in that order, that fails, and makes it the best so far.
  using Sequence = std::function<bool(std::size_t index, Candidate& candidate)>;
  std::optional<std::size_t> first_failing(const Sequence& next);

  /// One candidate: does it fail? As a sequence of one.
  bool fails(std::string text, std::string edit = {});

  /// One test whose outcome the algorithm needs to tell apart (pass or unresolved).
  Outcome test(std::string_view text, std::string_view edit = {});

  /// Limits; reaching one throws Error(kBudget). 0: none.
  std::uint64_t max_tests = 0;

 private:
  Oracle& oracle_;
  std::string original_;
  std::string best_;
  CachePolicy cache_policy_;
  std::unordered_map<Hash128, Outcome> answers_;
  Counts counts_;
  std::string phase_;
  std::vector<Observer*> observers_;

  TestResult ask(std::string_view text, std::string_view edit);
};

}  // namespace grabr
