// Tested by tests/oracle/ordered_tests_test.cc.
#include "oracle/answers/ordered_tests.h"

#include <algorithm>
#include <utility>

namespace grabr {

OrderedTests::OrderedTests(Oracle& oracle, Source source, Options options)
    : oracle_(oracle),
      source_(std::move(source)),
      options_(std::move(options)),
      at_once_(options_.at_once.value_or(oracle.capacity())) {}

OrderedTests::~OrderedTests() {
  for (const Test& test : tests_) {
    if (!test.result) oracle_.cancel(test.ticket);
  }
}

std::optional<OrderedTests::Answer> OrderedTests::next() {
  while (!has_answer()) {
    options_.stop.check();
    while (may_take_one()) {
      std::optional<Question> question = ask();
      at_end_ = !question;
      if (question) take(*std::move(question));
    }
    if (is_over_ && tests_.empty()) options_.stop.take_test();
    if (tests_.empty()) return std::nullopt;
    if (!has_answer()) wait_once();
  }
  if (options_.counts) options_.stop.take_test();
  Test first = std::move(tests_.front());
  tests_.pop_front();
  return Answer{std::move(first.text), *std::move(first.result)};
}

/// An available answer is delivered first.
bool OrderedTests::may_take_one() const {
  return !at_end_ && !has_answer() && under_way_ < at_once_ && tests_.size() < options_.most_ahead;
}

/// The questions that wait for answers will use their share of the budget.
std::optional<OrderedTests::Question> OrderedTests::ask() {
  std::optional<Question> question = source_();
  is_over_ = question && options_.counts && options_.stop.tests_left() == tests_.size();
  return is_over_ ? std::nullopt : std::move(question);
}

void OrderedTests::take(Question question) {
  Test test;
  test.text = std::move(question.text);
  test.result = std::move(question.known);
  if (!test.result) {
    test.ticket = oracle_.start(test.text);
    ++under_way_;
  }
  tests_.push_back(std::move(test));
}

void OrderedTests::free_a_slot() {
  while (under_way_ >= oracle_.capacity()) wait_once();
}

void OrderedTests::wait_once() {
  if (const auto finished = oracle_.wait({}, options_.stop.deadline())) note(*finished);
  options_.stop.check();
}

void OrderedTests::note(const Finished& finished) {
  const auto test = std::ranges::find_if(
      tests_, [&](const Test& one) { return !one.result && one.ticket == finished.ticket; });
  if (test == tests_.end()) return;
  if (!finished.result.infrastructure.empty() && test->tries < options_.tries) {
    ++test->tries;
    test->ticket = oracle_.start(test->text);
    return;
  }
  test->result = finished.result;
  --under_way_;
  if (options_.on_result) options_.on_result(test->text, finished.result);
}

}  // namespace grabr
