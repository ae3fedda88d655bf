// The answers, and the tests that an oracle is asked for, if tests end out of order.
#include "oracle/answers/ordered_tests.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/simulated_oracle.h"
#include "support/stop_switch.h"

namespace grabr {
namespace {

using Question = OrderedTests::Question;

TestResult with_exit_code(int code) {
  TestResult result;
  result.exit_code = code;
  return result;
}

/// The texts "1", "2", … up to `last`; those in `known` need no test.
struct Numbers {
  unsigned last = 0;
  std::vector<unsigned> known = {};
  unsigned given = 0;

  OrderedTests::Source source() {
    return [this]() -> std::optional<Question> {
      if (given == last) return std::nullopt;
      Question question{std::to_string(++given)};
      if (std::ranges::count(known, given) > 0) question.known = with_exit_code(7);
      return question;
    };
  }
};

TestResult its_number(const SimulatedRun& run) {
  return with_exit_code(std::stoi(std::string(run.text)));
}

/// "text:exit code text:exit code …"
std::string answers_of(OrderedTests& tests) {
  std::string answers;
  while (const auto answer = tests.next()) {
    answers += answer->text + ":" + std::to_string(answer->result.exit_code) + " ";
  }
  return answers;
}

TEST_CASE("a budget is used up by answers, and no test beyond it is begun") {
  for (const unsigned capacity : {1U, 4U}) {
    for (std::uint64_t most = 0; most <= 7; ++most) {
      CAPTURE(capacity);
      CAPTURE(most);
      SimulatedOracle oracle(its_number, capacity, capacity);
      Numbers numbers{5, {2}};
      const StopToken stop = StopToken().within({.tests = most});
      OrderedTests tests(oracle, numbers.source(), {.stop = stop, .counts = true});
      std::uint64_t answers = 0;
      bool is_over = false;
      try {
        while (tests.next()) ++answers;
      } catch (const BudgetUsed&) {
        is_over = true;
      }
      CHECK(answers == std::min<std::uint64_t>(most, 5));
      CHECK(is_over == (most < 5));
      CHECK(stop.tests_left() == most - answers);
      CHECK(oracle.started().size() <= most);
    }
  }
}

TEST_CASE("answers come in the order of the questions, at any number of tests at once") {
  std::string expected;
  for (int number = 1; number <= 40; ++number) {
    expected += std::to_string(number) + ":" + std::to_string(number) + " ";
  }
  for (const unsigned capacity : {1U, 2U, 3U, 8U, 64U}) {
    CAPTURE(capacity);
    SimulatedOracle oracle(its_number, capacity, capacity);
    Numbers numbers{40};
    OrderedTests tests(oracle, numbers.source(), {});
    CHECK(answers_of(tests) == expected);
    CHECK_FALSE(tests.next());
    CHECK(oracle.started().size() == 40);
    CHECK(oracle.most_under_way == std::min(capacity, 40U));
    CHECK(oracle.cancelled == 0);
  }
}

TEST_CASE("without questions there is nothing to wait for") {
  SimulatedOracle oracle(its_number, 2);
  Numbers numbers;
  OrderedTests tests(oracle, numbers.source(), {});
  CHECK_FALSE(tests.next());
  CHECK(oracle.rounds == 0);
}

TEST_CASE("fewer may run at once than the oracle could") {
  SimulatedOracle oracle(its_number, 8);
  Numbers numbers{20};
  OrderedTests tests(oracle, numbers.source(), {.at_once = 3});
  answers_of(tests);
  CHECK(oracle.most_under_way == 3);
}

TEST_CASE("the source is asked for no more than can be started") {
  SimulatedOracle oracle(its_number, 4);
  Numbers numbers{20};
  OrderedTests tests(oracle, numbers.source(), {});
  CHECK(numbers.given == 0);
  tests.next();
  CHECK(numbers.given == oracle.started().size());
  CHECK(numbers.given < 20);
}

TEST_CASE("behind a question that takes long only so many are taken") {
  SimulatedOracle oracle(its_number, 2);
  Numbers numbers{100};
  const auto slow_first = [&, next = numbers.source()] {
    oracle.slowest = numbers.given == 0 ? 100000 : 1;
    return next();
  };
  OrderedTests tests(oracle, slow_first, {.most_ahead = 5});
  CHECK(tests.next()->text == "1");
  CHECK(numbers.given == 5);
}

TEST_CASE("tests of others may run and end beside them") {
  SimulatedOracle oracle(its_number, 3);
  Numbers numbers{3};
  oracle.start("0");
  OrderedTests tests(oracle, numbers.source(), {.at_once = 2});
  CHECK(answers_of(tests) == "1:1 2:2 3:3 ");
}

TEST_CASE("what is known is not tested, and keeps its place") {
  SimulatedOracle oracle(its_number, 3);
  Numbers numbers{8, {1, 4, 5, 8}};
  OrderedTests tests(oracle, numbers.source(), {});
  CHECK(answers_of(tests) == "1:7 2:2 3:3 4:7 5:7 6:6 7:7 8:7 ");
  CHECK(oracle.started() == std::vector<std::string>{"2", "3", "6", "7"});
}

TEST_CASE("a known answer at the front is handed out before anything is started") {
  SimulatedOracle oracle(its_number, 3);
  Numbers numbers{3, {1}};
  OrderedTests tests(oracle, numbers.source(), {});
  CHECK(tests.next()->text == "1");
  CHECK(oracle.started().empty());
}

TEST_CASE("who has seen enough drops the tests: nothing goes on") {
  SimulatedOracle oracle(its_number, 4);
  Numbers numbers{100};
  std::size_t ended = 0;
  {
    OrderedTests tests(oracle, numbers.source(),
                       {.on_result = [&](std::string_view, const TestResult&) { ++ended; }});
    CHECK(tests.next()->text == "1");
    CHECK(tests.next()->text == "2");
    CHECK(oracle.under_way() > 0);
  }
  CHECK(oracle.under_way() == 0);
  CHECK(ended + oracle.cancelled == oracle.started().size());
}

TEST_CASE("each result is told once, when its test ends") {
  SimulatedOracle oracle(its_number, 4);
  std::vector<std::string> told;
  Numbers numbers{30, {5}};
  OrderedTests tests(oracle, numbers.source(),
                     {.on_result = [&](std::string_view text, const TestResult& result) {
                       told.emplace_back(text);
                       CHECK(std::to_string(result.exit_code) == text);
                     }});
  answers_of(tests);
  CHECK(told.size() == 29);
  CHECK_FALSE(
      std::ranges::is_sorted(told, {}, [](const std::string& text) { return std::stoi(text); }));
}

TEST_CASE("a test that cannot be run is tried again, so many times") {
  const auto breaks = [](const SimulatedRun& run) {
    TestResult result = its_number(run);
    if (run.text == "3" || (run.text == "2" && run.number < 3)) result.infrastructure = "no memory";
    return result;
  };
  SimulatedOracle oracle(breaks, 2);
  Numbers numbers{4};
  std::size_t ended = 0;
  OrderedTests tests(
      oracle, numbers.source(),
      {.tries = 3, .on_result = [&](std::string_view, const TestResult&) { ++ended; }});
  CHECK(tests.next()->text == "1");
  CHECK(tests.next()->result.infrastructure.empty());
  CHECK(tests.next()->result.infrastructure == "no memory");
  CHECK(tests.next()->text == "4");
  CHECK(ended == 4);
  CHECK(std::ranges::count(oracle.started(), "2") == 3);
  CHECK(std::ranges::count(oracle.started(), "3") == 3);
}

TEST_CASE("a wish to stop is heard before a test and while one is waited for") {
  SimulatedOracle oracle(its_number, 2);
  StopSwitch host;
  Numbers numbers{10};
  {
    OrderedTests tests(oracle, numbers.source(), {.stop = StopToken(host)});
    CHECK(tests.next());
    host.stop();
    CHECK_THROWS_AS(while (tests.next()){}, Error);
  }
  CHECK(oracle.under_way() == 0);
  const std::size_t before = oracle.started().size();
  OrderedTests none(oracle, numbers.source(), {.stop = StopToken(host)});
  CHECK_THROWS_AS(none.next(), Error);
  CHECK(oracle.started().size() == before);
}

TEST_CASE("a test of another kind gets a slot, and the answers stay as they are") {
  SimulatedOracle oracle(its_number, 2);
  Numbers numbers{10};
  std::string answers;
  OrderedTests tests(oracle, numbers.source(), {});
  while (const auto answer = tests.next()) {
    answers += answer->text;
    tests.free_a_slot();
    CHECK(oracle.under_way() < 2);
  }
  CHECK(answers == "12345678910");
}

}  // namespace
}  // namespace grabr
