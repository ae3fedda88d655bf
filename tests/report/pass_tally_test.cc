#include "report/pass_tally.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {

TestRecord test_of(std::string_view pass, std::string_view text, bool accepted) {
  TestRecord record;
  record.number = 1;
  record.pass = pass;
  record.text = text;
  record.accepted = accepted;
  return record;
}

}  // namespace

TEST_CASE("tests, gains, bytes and time of each pass") {
  const Clock::time_point begin;
  const auto after = [&](int seconds) { return begin + std::chrono::seconds(seconds); };
  PassTally tally;
  tally.begin("0123456789", begin);
  tally.change("auto", begin);
  tally.change("sweep", after(1));
  tally.on_test(test_of("sweep", "0123", true));
  tally.on_test(test_of("sweep", "012", false));
  tally.change("auto", after(4));
  tally.change("replace", after(4));
  tally.on_test(test_of("replace", "01234", true));
  TestRecord known = test_of("replace", "0", false);
  known.cached = true;
  tally.on_test(known);
  TestRecord before = test_of("replace", "0", false);
  before.number = 0;
  tally.on_test(before);
  const std::vector<PassDone> rows = tally.rows(after(9));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].name == "sweep");
  CHECK(rows[0].tests == 2);
  CHECK(rows[0].gains == 1);
  CHECK(rows[0].bytes == 6);
  CHECK(rows[0].seconds == doctest::Approx(3));
  CHECK(rows[1].tests == 1);
  CHECK(rows[1].bytes == -1);
  CHECK(rows[1].seconds == doctest::Approx(5));
}
