// Tests side by side whose answers come in the order of the questions: who asks sees the same at
// any number of tests at once. Where the next question depends on an answer, see judge.h instead.
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

/// Asks a source for one text after the other, tests several at once, and hands out one answer
/// after the other. It asks for no more than it can start. Who has seen enough drops it: what is
/// under way is cancelled then, also by an exception.
class OrderedTests {
 public:
  struct Question {
    std::string text;
    std::optional<TestResult> known = {};  ///< its answer: it is not tested, but keeps its place
  };
  using Source = std::function<std::optional<Question>()>;  ///< nothing: that was all

  struct Options {
    std::optional<unsigned> at_once = {};  ///< tests at the most; nothing: what the oracle can do
    /// Questions that are taken before the first of them is answered.
    std::size_t most_ahead = std::numeric_limits<std::size_t>::max();
    unsigned tries = 1;  ///< of a test that cannot be run
    /// Called when a test has ended, in the order in which they end.
    std::function<void(std::string_view text, const TestResult& result)> on_result = {};
    /// Asked between tests and while one is waited for.
    StopToken stop = {};
  };

  struct Answer {
    std::string text;
    TestResult result;
  };

  /// The oracle is only referred to.
  OrderedTests(Oracle& oracle, Source source, Options options);
  ~OrderedTests();
  OrderedTests(const OrderedTests&) = delete;
  OrderedTests& operator=(const OrderedTests&) = delete;

  /// The next in order; nothing: that was the last. Throws Error when it is to stop.
  std::optional<Answer> next();

  /// Waits until the oracle could run a test beside these.
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
  void take(Question question);
  void wait_once();
  void note(const Finished& finished);

  Oracle& oracle_;
  Source source_;
  Options options_;
  unsigned at_once_;
  std::deque<Test> tests_;  // in the order of the questions; each runs, or waits for its turn
  unsigned under_way_ = 0;
  bool at_end_ = false;  // of the source
};

}  // namespace grabr
