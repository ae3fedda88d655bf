// Runs tests concurrently but delivers answers in the order of the questions, so the caller sees
// the same for any number of jobs. If questions depend on answers, use judge.h instead.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "oracle/oracle.h"

namespace grabr {

/// Takes texts from a source, no more than it can start, tests several at once, and hands out the
/// answers one by one. A caller that has seen enough destroys it (also by an exception), which
/// cancels the running tests.
class OrderedTests {
 public:
  struct Question {
    std::string text;
    std::optional<TestResult> known = {};  ///< its answer: then it is not tested, but keeps its
                                           ///< place
  };
  using Source = std::function<std::optional<Question>()>;  ///< nothing: no more questions

  struct Options {
    std::optional<unsigned> at_once = {};  ///< most tests at once; nothing: oracle.capacity()
    /// Limit on questions taken before the first of them is answered.
    std::size_t most_ahead = std::numeric_limits<std::size_t>::max();
    unsigned tries = 1;  ///< attempts, if a test cannot be run
    /// Called when a test has ended, in the order in which they end.
    std::function<void(std::string_view text, const TestResult& result)> on_result = {};
    /// Polled between tests and while waiting for one.
    StopToken stop = {};
    /// Each answer counts against the budget of `stop`; if the budget ends before the questions do,
    /// next() throws BudgetUsed.
    bool counts = false;
  };

  struct Answer {
    std::string text;
    TestResult result;
  };

  /// The oracle must outlive this.
  OrderedTests(Oracle& oracle, Source source, Options options);
  ~OrderedTests();
  OrderedTests(const OrderedTests&) = delete;
  OrderedTests& operator=(const OrderedTests&) = delete;

  /// The next answer in order; nothing after the last. Throws Error if `stop` asks to stop.
  std::optional<Answer> next();

  /// Waits until the oracle has room for another test.
  void free_a_slot();

 private:
  struct Test {
    Ticket ticket = 0;
    std::string text;
    unsigned tries = 1;
    std::optional<TestResult> result;
  };

  bool has_answer() const { return !tests_.empty() && tests_.front().result; }
  bool may_take_one() const;
  std::optional<Question> ask();
  void take(Question question);
  void wait_once();
  void note(const Finished& finished);

  Oracle& oracle_;
  Source source_;
  Options options_;
  unsigned at_once_;
  std::deque<Test> tests_;  // in the order of the questions; each is running, or waits for its turn
  unsigned under_way_ = 0;
  bool at_end_ = false;   // the source has no more questions
  bool is_over_ = false;  // the budget is used up, and the source had more questions
};

}  // namespace grabr
