#include "run/check/hung_tests.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {

TestRecord record_of(double seconds, bool timed_out) {
  TestRecord record;
  record.number = 1;
  record.result.outcome = Outcome::kPass;
  record.result.seconds = seconds;
  record.result.timed_out = timed_out;
  return record;
}

}  // namespace

TEST_CASE("a limit that fits is one that a person would type, with room for slower tests") {
  CHECK_FALSE(fitting_limit_s(0));
  CHECK(fitting_limit_s(0.001) == 0.1);
  CHECK(fitting_limit_s(0.06) == 0.3);
  CHECK(fitting_limit_s(1) == 5);
  CHECK_FALSE(fitting_limit_s(100));
}

TEST_CASE("what hung is counted, with the limit that would have done") {
  HungTestCount count;
  CHECK(words_on_hung(count.found()).empty());
  count.on_test(record_of(0.06, false));
  count.on_test(record_of(2, true));
  CHECK(words_on_hung(count.found()) == "1 test hung (2 s); --timeout 0.3 would do");
  for (int i = 0; i < 20; ++i) count.on_test(record_of(2, true));
  CHECK(words_on_hung(count.found()) ==
        "21 tests hung (2 s each, 42 s in all); --timeout 0.3 would do");
}

TEST_CASE("no advice where it would not save much, or nothing is known of tests that end") {
  HungTestCount slow;
  slow.on_test(record_of(0.3, false));
  slow.on_test(record_of(2, true));
  CHECK(words_on_hung(slow.found()) == "1 test hung (2 s)");
  HungTestCount unknown;
  unknown.on_test(record_of(2, true));
  CHECK(words_on_hung(unknown.found()) == "1 test hung (2 s)");
}

TEST_CASE("the checks before the search tell how long tests take, no more") {
  HungTestCount count;
  for (const bool timed_out : {true, false}) {
    TestRecord check = record_of(0.5, timed_out);
    check.number = 0;
    count.on_test(check);
  }
  CHECK(count.found().count == 0);
  CHECK(count.found().slowest_s == 0.5);
}

TEST_CASE("neither answers that are known nor the failure itself hang") {
  HungTestCount count;
  TestRecord hang = record_of(2, true);
  hang.result.outcome = Outcome::kFail;  // --hang
  count.on_test(hang);
  TestRecord cached = record_of(2, true);
  cached.cached = true;
  count.on_test(cached);
  TestRecord kept = record_of(2, true);
  kept.result.runs = 0;
  count.on_test(kept);
  CHECK(count.found().count == 0);
}
