#include "tree/place_table.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace grabr {
namespace {

/// A table, and the same as a plain vector.
struct Both {
  PlaceTable table;
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;

  void append(std::size_t count) {
    table.append(count, next);
    numbers.insert(numbers.end(), count, next++);
  }
  /// Sets some nodes after this one that are in one run.
  void set(std::size_t node, std::size_t most) {
    std::size_t count = 1;
    while (count < most && node + count < numbers.size() &&
           numbers[node + count] == numbers[node]) {
      ++count;
    }
    table.set(node, count, next);
    std::fill_n(numbers.begin() + static_cast<std::ptrdiff_t>(node), count, next++);
  }
  void check() const { check(table); }
  void check(const PlaceTable& other) const {
    REQUIRE(other.size() == numbers.size());
    std::size_t same = 0;
    while (same < numbers.size() && other[same] == numbers[same]) ++same;
    CHECK(same == numbers.size());
  }
};

TEST_CASE("a table of places is an array, however its runs are divided") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    Both both;
    for (std::size_t step = 0; step < 2000; ++step) {
      if (both.numbers.empty() || random() % 3 != 0) both.append(1 + random() % (1 + seed * 8));
      else both.set(random() % both.numbers.size(), 1 + random() % 30);
      if (step % 500 == 0) both.check();
    }
    both.check();
    for (std::size_t i = 0; i < both.numbers.size(); i += 3) both.set(i, 1);
    both.check();
    const PlaceTable copy = both.table;
    both.append(100);
    both.check();
    PlaceTable moved = std::move(both.table);
    both.check(moved);
    CHECK(both.table.size() == 0);
    CHECK(copy.size() + 100 == moved.size());
  }
}

}  // namespace
}  // namespace grabr
