#include "run/config/test_words.h"

#include <doctest/doctest.h>

#include <vector>

namespace grabr {
namespace {

TEST_CASE("the least number of runs that misses less than one in a hundred") {
  struct Row {
    unsigned hits, runs;
    Repetition used;
    unsigned repeat;
  };
  for (const Row& row :
       std::vector<Row>{{1, 2, {1, 1}, 7},  // 1/2^7 < 0.01 ≤ 1/2^6
                        {2, 3, {1, 1}, 5},
                        {19, 20, {1, 1}, 2},
                        {99, 100, {1, 1}, 2},
                        {1, 10, {1, 1}, 44},
                        {3, 4, {2, 1}, 7},      // two runs fail with probability 3/4, one with 1/2
                        {1, 4, {2, 2}, 11}}) {  // 12/2^11 < 0.01 ≤ 11/2^10
    INFO(row.hits << " of " << row.runs << ", repeat " << row.used.repeat);
    const auto enough = enough_repetitions(row.hits, row.runs, row.used);
    REQUIRE(enough.has_value());
    CHECK(enough->repeat == row.repeat);
    CHECK(enough->min_hits == row.used.min_hits);
  }
}

TEST_CASE("no number helps") {
  CHECK(!enough_repetitions(0, 5, {}).has_value());
  CHECK(!enough_repetitions(5, 5, {}).has_value());
  CHECK(!enough_repetitions(1, 50, {}).has_value());  // more than a hundred runs
}

}  // namespace

}  // namespace grabr
