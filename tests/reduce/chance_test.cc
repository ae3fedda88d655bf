#include "reduce/core/chance.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("A chance begins with what is usual in the phase") {
  const ChanceEstimate chances;
  CHECK(chances.of("certificate") < 0.02);
  CHECK(chances.of("delete") > 0.2);
  CHECK(chances.of("shorter") > 0.5);
  CHECK(chances.of("certificate") < chances.of("some other"));
  CHECK(chances.of("some other") < chances.of("shorter"));
}

TEST_CASE("A chance is higher after an interesting candidate, of whatever phase") {
  ChanceEstimate chances;
  const double before = chances.of("delete");
  chances.note("names", true);
  CHECK(chances.of("delete") > before);
  chances.note("names", false);
  CHECK(chances.of("delete") == doctest::Approx(before));
}

TEST_CASE("A chance follows the answers, the last ones most") {
  ChanceEstimate chances;
  for (int i = 0; i < 100; ++i) chances.note("delete", false);
  const double never = chances.of("delete");
  CHECK(never < 0.02);
  CHECK(never > 0);
  for (int i = 0; i < 100; ++i) {
    chances.note("delete", true);
    chances.note("names", false);
  }
  CHECK(chances.of("delete") > 0.9);
  CHECK(chances.of("delete") < 1);
}
