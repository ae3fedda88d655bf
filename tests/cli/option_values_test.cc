#include "cli/line/option_values.h"

#include <doctest/doctest.h>

#include <string>

using namespace grabr;

namespace {

void check_time(const std::string& text, double seconds) {
  CAPTURE(text);
  REQUIRE(duration_s(text).has_value());
  CHECK(*duration_s(text) == doctest::Approx(seconds));
}

}  // namespace

TEST_CASE("a time is a number of seconds, or parts with units, larger ones first") {
  check_time("0", 0);
  check_time("90", 90);
  check_time("0.5", 0.5);
  check_time("1e3", 1000);
  check_time("90s", 90);
  check_time("500ms", 0.5);
  check_time("2m", 120);
  check_time("2min", 120);
  check_time("1h", 3600);
  check_time("1h30m", 5400);
  check_time("1d2h3m4s5ms", 86400 + 7200 + 180 + 4.005);
  check_time("1.5h", 5400);
}

TEST_CASE("anything else is not a time") {
  for (const char* const text : {"", "soon", "-1", "-1s", "m", "1h30", "30m1h", "1m1m", "1 h", "1H",
                                 "1y", "inf", "nan", "1e999", "0x10", "2m "}) {
    CAPTURE(text);
    CHECK(!duration_s(text).has_value());
  }
}
