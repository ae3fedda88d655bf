// The session of one reduction, the only interface between a strategy and the rest. A strategy
// describes candidates in order and asks for the first that still fails. The session counts, caches
// and traces tests, keeps the best text so far and enforces the limits.
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
#include "reduce/core/protection.h"
#include "reduce/core/size_limit.h"
#include "text/error.h"
#include "text/hash.h"
#include "text/setting.h"
#include "text/shared_text.h"

namespace grabr {

/// A text to test, and a description of the edit that made it.
struct Candidate {
  std::string text;
  std::string edit;
  /// A hash of the tokens, equal for texts that differ only between their tokens. If one of these
  /// does not fail, none of them is tested. Empty: this text shares no answer.
  std::optional<Hash128> tokens = {};
  /// The pass that made it, if several share one sequence; empty: the session's pass.
  std::string_view pass = {};
};

/// Which answers are cached.
enum class CachePolicy : std::uint8_t {
  kNone,      ///< none: every query runs the test, as in books that do not cache
  kNegative,  ///< only "does not fail"; unresolved, timeouts and failures to run are tested again
  kAll,       ///< every outcome, as in The Fuzzing Book's CachingReducer: a text known to fail is
              ///< accepted again without a test
};

/// One committed test or cached answer, as observers see it.
struct TestRecord {
  std::uint64_t number = 0;  ///< the test's, from 1; 0 before the search; a cached answer has the
                             ///< number of the last test
  TestResult result;
  std::string_view text;
  std::string_view edit;
  std::string_view phase;
  std::string_view pass;  ///< the pass that made the candidate; empty for a check before the search
  bool accepted = false;  ///< it became the best so far
  bool cached = false;
  bool outside = false;  ///< it need not be a sentence (Session::OutsideGrammar)
  /// `text` if it is accepted, for observers that keep it; else null.
  const SharedText* taken = nullptr;

  SharedText text_to_keep() const { return taken != nullptr ? *taken : SharedText(text); }
};

/// committed = fail + pass + unresolved: the tests of the search. `timeout` counts those of them
/// that ran out of time, `preflight` the tests before the search, `journal` the tests whose answer
/// was on disk. `executed` counts all runs, including unused speculative tests, repetitions, and
/// repeated tests of the best (`canary`). A test that could not be run counts in `infrastructure`,
/// and never as committed. `unprotected` counts candidates that were not tested because a protected
/// part was missing.
struct TestCounts {
  std::uint64_t committed = 0, executed = 0, cached = 0, preflight = 0, journal = 0, canary = 0;
  std::uint64_t fail = 0, pass = 0, unresolved = 0, timeout = 0, infrastructure = 0;
  std::uint64_t unprotected = 0;
};

/// Watches a session; never changes it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_test(const TestRecord&) {}
  /// A new best, after it has been tested. The place to save it.
  virtual void on_best(const SharedText&) {}
  /// A new passing text, after it has been tested.
  virtual void on_passing(std::string_view) {}
  virtual void on_phase(std::string_view) {}
  /// The pass that makes the next candidates, by its name in the table of passes; empty if none.
  virtual void on_pass(std::string_view) {}
};

/// A source of texts that are proposed while the search runs.
class Proposer {
 public:
  virtual ~Proposer() = default;
  /// A text to test now, with its origin in `edit`; usually nothing. Called after each test.
  virtual std::optional<Candidate> proposed() = 0;
  /// The answer to that proposal.
  virtual void on_answer(bool fails) = 0;
};

/// A person who steers the search while it runs. Asked in the thread of the session after rejected
/// candidates, and never in a forked copy that speculates.
class Steering {
 public:
  virtual ~Steering() = default;
  /// The next test waits until this returns. It must return soon once `stop` asks for it.
  virtual void between_tests(const StopToken& stop) = 0;
  /// Is this pass switched off? May also be asked in a copy.
  virtual bool is_off(std::string_view pass) const = 0;
  /// Must the search leave this running pass now? Answers yes once for each request.
  virtual bool wants_to_leave(std::string_view pass) = 0;
};

/// An action of a person during the search, which the options do not show.
struct Intervention {
  std::uint64_t test = 0;  ///< number of the last test before it
  std::string words;       ///< such as "left pass replace"
  bool operator==(const Intervention&) const = default;
};

/// Thrown when a proposed text fails and has become the best, whatever its size: the search must
/// begin again from it.
struct TakenOver {};

/// Thrown when the best is as small as requested; the reduction ends normally.
class SmallEnough : public Error {
 public:
  SmallEnough(std::uint64_t size, const std::string& unit)
      : Error(ErrorKind::kBudget,
              "small enough: " + std::to_string(size) + " " + unit + spelled(" ({stop-at})")) {}
};

class Session {
 public:
  Session(Judge& judge, SharedText original, CachePolicy cache = CachePolicy::kNegative);
  /// A session with its own judge, without journal and canary.
  Session(Oracle& oracle, SharedText original, CachePolicy cache = CachePolicy::kNegative);

  void add_observer(Observer* observer) { observers_.push_back(observer); }

  /// The failing text to start from, and the smallest one found since.
  const std::string& original() const { return (inside_ ? inside_->original_ : original_).str(); }
  const std::string& best() const { return shared_best().str(); }
  /// The same, for callers that keep it or watch it: the reference stays valid while the best
  /// changes.
  const SharedText& shared_best() const { return inside_ ? inside_->best_ : best_; }
  /// Has a test shown that the best fails? False until the original has been tested.
  bool best_fails() const { return best_fails_; }
  TestCounts counts() const;
  Judge& judge() const { return judge_; }

  /// Begins a named phase of the strategy, for progress, trace and report.
  void begin_phase(std::string_view name);
  const std::string& phase() const { return phase_; }

  /// Scope in which the named pass makes the candidates, for progress and report; restores the
  /// previous pass.
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

  /// Scope in which candidates need not be sentences of the grammar (unless `outside` is false).
  /// All others are sentences if there is a grammar.
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

  /// Scope of a search in a part of the text, such as a script in a page, which may be written
  /// differently there (without escapes). best(), original() and candidates are texts of that part;
  /// tests, cached answers and observers get the whole text. May be nested.
  class Inside {
   public:
    /// Makes the whole text from a new part; nothing if that is impossible.
    using Whole = std::function<std::optional<std::string>(const std::string& part)>;
    /// `part` is its current text. `words` are put before the description of each edit.
    Inside(Session& session, SharedText part, std::string words, Whole whole)
        : session_(session),
          outer_(session.inside_),
          original_(std::move(part)),
          best_(original_),
          words_(std::move(words)),
          whole_(std::move(whole)) {
      session.inside_ = this;
    }
    ~Inside() { session_.inside_ = outer_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    friend class Session;
    Session& session_;
    Inside* outer_;
    SharedText original_, best_;
    std::string words_;
    Whole whole_;
  };
  /// The number of these scopes around the search now.
  unsigned depth_inside() const;

  /// Tests the original, recorded under `phase`, then restores the previous phase. Throws
  /// Error(kNotInteresting) if it does not fail. The answer is not put into the algorithm's cache,
  /// so the traces are those of an algorithm that starts with an untested input.
  void check_original(std::string_view phase);

  /// Records a test that was made before the search, under `phase`.
  void record_check(std::string_view phase, std::string_view text, const TestResult& result);
  /// Records a test that the judge has run for the search, and takes it out of the budget.
  void record_test(std::string_view phase, std::string_view text, const TestResult& result);
  /// Counts runs of the test whose answers are not recorded.
  void count_executed(std::uint64_t runs) { counts_.executed += runs; }
  /// Notes that the original fails, as a test recorded elsewhere has shown.
  void accept_original();
  /// Notes that the algorithm has tested its initial text, and that it fails. It becomes the best
  /// unless there is one.
  void begin_with(const Candidate& whole);

  /// Goes back to an earlier best because the last one no longer fails; that one is never accepted
  /// again.
  void go_back_to(std::string text);
  /// The best text that a person has left to continue from a larger one. It is the result if the
  /// search ends before it finds one as small.
  const std::optional<SharedText>& left_by_hand() const { return left_by_hand_; }
  /// Goes back to that text, if there is one.
  void go_back_to_left_by_hand();
  /// Forgets which texts do not fail, because the test will repeat runs more often from now on.
  void forget_passing();

  /// For algorithms whose first recorded test is that of their input. Throws Error(kNotInteresting)
  /// only if it passes, as the books' own code does.
  void require_not_passing();

  /// Runs a search that a person may end early (`steering`). Returns false in that case; the caller
  /// must then reload its state from the best text.
  bool until_left(const std::function<void()>& search);
  /// Is this pass in `without`, or has a person switched it off? Notes interventions of persons.
  bool leaves_out(std::string_view pass);
  /// The actions of persons so far, in order.
  const std::vector<Intervention>& interventions() const { return interventions_; }

  /// The query that all algorithms use. `next` fills in the next candidate of an ordered lazy
  /// sequence, or returns false at its end. It is called with 0, 1, 2, …; it must not depend on
  /// answers, and must have no lasting effect that depends on how far it was called: a session may
  /// look up to kMaxCandidatesAhead candidates beyond the first success. Returns the number of the
  /// first candidate that fails and makes it the best so far. Under kNegative a candidate equal to
  /// the best, or to an earlier best, is not tested and counts as "does not fail", so no search
  /// loops. Under kAll it is known to fail and is accepted, as in the book.
  using Sequence = std::function<bool(std::size_t index, Candidate& candidate)>;
  static constexpr std::size_t kMaxCandidatesAhead = 64;
  /// `afterwards` is used only for speculation: the candidates that will probably come if none of
  /// those of `next` fails. It may be wrong.
  std::optional<std::size_t> first_failing(const Sequence& next, const Sequence& afterwards = {});

  /// Does this one candidate fail? Like a sequence of one.
  bool fails(std::string text, std::string edit = {});
  bool fails(Candidate candidate);

  /// Runs one test, for algorithms that distinguish "passes" and "unresolved". A text that fails
  /// here does not become the best.
  Outcome test(std::string_view text, std::string_view edit = {});

  /// The known answer about a text from this session's tests, whether or not its algorithm may use
  /// it. Runs no test. kUnresolved: every test of it gave no answer or timed out.
  std::optional<Outcome> known_outcome(std::string_view text) const;

  /// The shortest text that failed, before or during the search, but was never the best. Nothing if
  /// there is none that is shorter than the best.
  std::optional<std::string> shortest_not_taken() const;

  /// For algorithms that also look for a passing text: this one has been tested and passes, and
  /// replaces the previous one.
  void keep_passing(std::string text);
  /// The last passing text; nothing if none was looked for or found.
  const std::optional<std::string>& passing() const { return passing_; }

  /// Throws SmallEnough once, when the best reaches this size.
  std::optional<SizeLimit> small_enough;
  /// The number that the test found for the best, if it finds numbers. A text with a larger number
  /// counts as "does not fail", so the number never grows. Set for the original by the caller that
  /// has tested it.
  std::optional<double> best_number;
  /// The parts that every candidate must have: others are not tested, and count as "does not fail".
  /// Null: nothing.
  std::shared_ptr<const Protection> protection;
  /// Checked after observers have seen a test or a new best; each test is taken out of its budget.
  /// Throws Error.
  StopToken stop;
  /// Asked after each test if it is set and the budget has a test left. A proposed text that fails
  /// ends the search with TakenOver.
  Proposer* proposer = nullptr;
  /// Asked after each rejected candidate if it is set.
  Steering* steering = nullptr;
  /// Passes that are left out, also inside other passes.
  std::vector<std::string_view> without;

 private:
  std::unique_ptr<Judge> own_judge_;
  Judge& judge_;
  SharedText original_;
  SharedText best_;
  bool best_fails_ = false;
  std::optional<SharedText> left_by_hand_;
  std::optional<std::string> passing_;
  CachePolicy cache_policy_;
  std::unordered_map<Hash128, Outcome> answers_;
  std::unordered_map<Hash128, Outcome> set_aside_;  ///< results that `ask` must not use as answers
  std::unordered_set<Hash128> passing_tokens_;      ///< Candidate::tokens of texts that pass
  std::unordered_set<Hash128> bests_;               ///< every text that has been the best
  std::optional<SharedText> shortest_aside_;
  TestCounts counts_;
  std::string phase_;
  std::string pass_;
  bool outside_ = false;
  bool was_small_enough_ = false;
  ChanceEstimate chances_;
  std::vector<Observer*> observers_;
  std::vector<Intervention> interventions_;
  unsigned leavable_ = 0;  ///< searches that are running in until_left
  Inside* inside_ = nullptr;

  struct Answer {
    TestResult result;
    bool cached = false;
    bool acceptable = false;  ///< it fails and is not the best again
    bool refused = false;     ///< it lacks a protected part; observers are not told
  };
  void begin_pass(std::string_view name);
  class CandidatesAhead;
  std::string whole_of(const std::string& part) const;
  void complete(Candidate& candidate) const;
  void take_part(std::string part);
  Outcome test_whole(std::string_view text, std::string_view edit);
  Answer ask(std::string_view text, const std::optional<Hash128>& tokens = {},
             Upcoming* upcoming = nullptr);
  bool known(std::string_view text, const std::optional<Hash128>& tokens, Answer& answer) const;
  void count(const TestResult& result);
  void remember(std::string_view text, const TestResult& result);
  void set_aside(std::string_view text, const TestResult& result);
  void note_failing(std::string_view text);
  /// Empty in a fork that speculates, so observers see only committed tests.
  std::span<Observer* const> watchers() const;
  /// `taken` is the text if it is accepted; else null.
  void announce(const Answer& answer, std::string_view text, std::string_view edit,
                const SharedText* taken);
  void announce_under(std::string_view phase, std::string_view text, const TestResult& result);
  void announce_best();
  void take_number(const std::optional<double>& number);
  void check_stop();
  void ask_person();
  void note_intervention(std::string words);
  void take_proposal();
  void check_size();
  [[noreturn]] void refuse_original(Outcome outcome) const;
};

}  // namespace grabr
