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

TEST_CASE("what hung is counted") {
  HungTestCount count;
  CHECK(words_on_hung(count.found()).empty());
  count.on_test(record_of(0.06, false));
  count.on_test(record_of(2, true));
  CHECK(words_on_hung(count.found()) == "1 test hung (2 s)");
  for (int i = 0; i < 20; ++i) count.on_test(record_of(2, true));
  CHECK(words_on_hung(count.found()) == "21 tests hung (2 s each, 42 s in all)");
}

TEST_CASE("neither answers that are known, checks before the search nor the failure itself hang") {
  HungTestCount count;
  TestRecord check = record_of(2, true);
  check.number = 0;
  count.on_test(check);
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
