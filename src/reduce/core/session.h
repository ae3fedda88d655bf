// One reduction under way. A strategy sees nothing else: it describes candidates in order and asks
// for the first that still fails. Counting, caching, tracing, the best result so far and the limits
// all live behind that question.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "oracle/answers/judge.h"
#include "oracle/oracle.h"
#include "reduce/core/chance.h"
#include "text/encoding.h"
#include "text/error.h"
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
  kAll,       ///< every outcome, as the fuzzingbook's CachingReducer does: a text known to fail is
              ///< accepted again without a test
};

/// One committed test, or one answer that was known, as observers see it.
struct TestRecord {
  std::uint64_t number = 0;  ///< of the test, from 1; 0 before the search; a cached answer has the
                             ///< number of the last test
  TestResult result;
  std::string_view text;
  std::string_view edit;
  std::string_view phase;
  std::string_view pass;  ///< that asked; empty: none (a check before the search)
  bool accepted = false;  ///< became the best so far
  bool cached = false;
  bool outside = false;  ///< made without regard to the grammar (Session::OutsideGrammar)
};

/// committed = fail + pass + unresolved: the tests of the search; `timeout` counts those of them
/// that ran out of time, `preflight` the tests before it, `journal` those whose answer was on disk.
/// Executed is what really ran: tests ahead that nobody asked for, repetitions and the tests of the
/// best again (`canary`) included. One that could not be run is counted in `infrastructure` as
/// well, and never committed.
struct TestCounts {
  std::uint64_t committed = 0, executed = 0, cached = 0, preflight = 0, journal = 0, canary = 0;
  std::uint64_t fail = 0, pass = 0, unresolved = 0, timeout = 0, infrastructure = 0;
};

/// Watches a session; never changes it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_test(const TestRecord&) {}
  /// A new best, after it has been tested. The place to save it.
  virtual void on_best(std::string_view) {}
  /// What passes has changed, after it has been tested.
  virtual void on_passing(std::string_view) {}
  virtual void on_phase(std::string_view) {}
  /// What asks from now on, by its name in the table of passes; empty: nothing.
  virtual void on_pass(std::string_view) {}
};

/// The best is as small as was wished for: an end like any other.
class SmallEnough : public Error {
 public:
  explicit SmallEnough(std::size_t bytes)
      : Error(ErrorKind::kBudget, "small enough: " + std::to_string(bytes) + " bytes (--stop-at)") {
  }
};

class Session {
 public:
  Session(Judge& judge, std::string original, CachePolicy cache = CachePolicy::kNegative);
  /// With a judge of its own: no journal, no canary.
  Session(Oracle& oracle, std::string original, CachePolicy cache = CachePolicy::kNegative);

  void add_observer(Observer* observer) { observers_.push_back(observer); }

  /// The failing text to start from, and the smallest one found since.
  const std::string& original() const { return original_; }
  const std::string& best() const { return best_; }
  /// Has a test said that the best fails? Until the original has been tested it has not.
  bool best_fails() const { return best_fails_; }
  TestCounts counts() const;
  Judge& judge() const { return judge_; }

  /// Names what the strategy is doing, for progress, trace and report.
  void begin_phase(std::string_view name);
  const std::string& phase() const { return phase_; }

  /// While it lives that pass asks, for progress and report; afterwards the one before.
  class InPass {
   public:
    InPass(Session& session, std::string_view name) : session_(session), before_(session.pass_) {
      session_.begin_pass(name);
    }
    ~InPass() { session_.begin_pass(before_); }
    InPass(const InPass&) = delete;
    InPass& operator=(const InPass&) = delete;

   private:
    Session& session_;
    std::string before_;
  };

  /// While it lives, unless `outside` is false, candidates are made without regard to the
  /// grammar: nothing says that they are sentences of it. All others are, where there is a grammar.
  class OutsideGrammar {
   public:
    explicit OutsideGrammar(Session& session, bool outside = true)
        : session_(session), before_(session.outside_) {
      session.outside_ = before_ || outside;
    }
    ~OutsideGrammar() { session_.outside_ = before_; }
    OutsideGrammar(const OutsideGrammar&) = delete;
    OutsideGrammar& operator=(const OutsideGrammar&) = delete;

   private:
    Session& session_;
    bool before_;
  };

  /// Tests the original, recorded under `phase`; the phase before is in force again afterwards.
  /// Throws Error(kNotInteresting) when it does not fail. Not a question of the algorithm: its
  /// cache does not learn from it, so that traces are those of an algorithm that starts untested.
  void check_original(std::string_view phase);

  /// Records a test that was made before the search, under `phase`.
  void record_check(std::string_view phase, std::string_view text, const TestResult& result);
  /// Tests that ran for something else than an answer to be recorded.
  void count_executed(std::uint64_t runs) { counts_.executed += runs; }
  /// The original has been tested, by whoever recorded it, and fails.
  void accept_original();
  /// The algorithm has tested the whole that it begins with, and it fails: the first best, unless
  /// there is one.
  void begin_with(const Candidate& whole);

  /// For algorithms that test their input themselves, as their first recorded test: throws
  /// Error(kNotInteresting) only when it passes, as the books' own code does.
  void require_not_passing();

  /// The question of every algorithm. `next` fills in the next candidate of an ordered lazy
  /// sequence, or returns false at its end; it is called with 0, 1, 2, … and must not depend on
  /// answers, nor leave behind what depends on how far it was called: a session may look up to
  /// kFarthestAhead candidates further than the first success. Returns the number of the first
  /// candidate, in that order, that fails, and makes it the best so far.
  /// Under kNegative a candidate with the text of the best so far, or of one before it, is no
  /// progress: it is not tested and counts as "does not fail", so no search goes round. Under kAll
  /// it is known to fail and accepted, as in the book.
  using Sequence = std::function<bool(std::size_t index, Candidate& candidate)>;
  static constexpr std::size_t kFarthestAhead = 64;
  /// `afterwards` is looked at for nothing but tests ahead: what will be asked, most probably, when
  /// none of these fails and none of those. It may be wrong.
  std::optional<std::size_t> first_failing(const Sequence& next, const Sequence& afterwards = {});

  /// One candidate: does it fail? As a sequence of one.
  bool fails(std::string text, std::string edit = {});

  /// One test whose outcome the algorithm needs to tell apart (pass or unresolved). Changes nothing
  /// else: what fails here does not become the best.
  Outcome test(std::string_view text, std::string_view edit = {});

  /// What is known of a text, without a test: by those of this session, whether its algorithm may
  /// use the answer or not. kUnresolved: asked, but never with an answer (a timeout, too).
  std::optional<Outcome> known_outcome(std::string_view text) const;

  /// The shortest text that was seen to fail, before the search or in it, and has not been the
  /// best; nothing: none was, or none is shorter than the best.
  std::optional<std::string> shortest_not_taken() const;

  /// For algorithms that also look for what passes: this text has been tested and passes, and is
  /// wanted more than the one before.
  void keep_passing(std::string text);
  /// The last of them; nothing: none was looked for or found.
  const std::optional<std::string>& passing() const { return passing_; }

  /// Limits; reaching one throws Error(kBudget). 0: none.
  std::uint64_t max_tests = 0;
  /// Of the best as a file; reaching it throws SmallEnough, once. 0: none.
  std::uint64_t small_enough_bytes = 0;
  Encoding encoding = Encoding::kAsIs;  ///< of that file
  /// Asked after each test and each best, when observers have seen them. Throws Error.
  StopToken stop;

 private:
  std::unique_ptr<Judge> own_judge_;
  Judge& judge_;
  std::string original_;
  std::string best_;
  bool best_fails_ = false;
  std::optional<std::string> passing_;
  CachePolicy cache_policy_;
  std::unordered_map<Hash128, Outcome> answers_;
  std::unordered_map<Hash128, Outcome> set_aside_;  ///< results that are no answers for `ask`
  std::unordered_set<Hash128> bests_;               ///< each that has been the best
  std::optional<std::string> shortest_aside_;
  TestCounts counts_;
  std::string phase_;
  std::string pass_;
  bool outside_ = false;
  bool was_small_enough_ = false;
  ChanceEstimate chances_;
  std::vector<Observer*> observers_;

  struct Answer {
    TestResult result;
    bool cached = false;
    bool acceptable = false;  ///< fails, and is not just the best again
  };
  void begin_pass(std::string_view name);
  class CandidatesAhead;
  Answer ask(std::string_view text, Upcoming* upcoming = nullptr);
  bool known(std::string_view text, Answer& answer) const;
  void count(const TestResult& result);
  void remember(std::string_view text, const TestResult& result);
  void set_aside(std::string_view text, const TestResult& result);
  void note_failing(std::string_view text);
  /// Empty in a fork that looks ahead, so observers see committed tests only.
  std::span<Observer* const> watchers() const;
  void announce(const Answer& answer, std::string_view text, std::string_view edit, bool accepted);
  void announce_check(std::string_view phase, std::string_view text, const TestResult& result);
  void announce_best();
  void check_stop() const;
  void check_size();
  [[noreturn]] void refuse_original(Outcome outcome) const;
};

}  // namespace grabr
