#include "reduce/core/combinations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace grabr {
namespace {

Total total_of(const PartSizes& sizes, const Combination& combination) {
  Total total = 0;
  for (std::size_t part = 0; part < sizes.size(); ++part) total += sizes[part][combination[part]];
  return total;
}

/// Every combination in lexicographic order.
std::vector<Combination> product(const PartSizes& sizes) {
  std::vector<Combination> all = {{}};
  for (const auto& part : sizes) {
    std::vector<Combination> longer;
    for (const Combination& start : all) {
      for (std::uint32_t i = 0; i < part.size(); ++i) {
        longer.push_back(start);
        longer.back().push_back(i);
      }
    }
    all = std::move(longer);
  }
  if (sizes.empty()) all.clear();
  return all;
}

std::vector<Combination> in_order_of_total(const PartSizes& sizes, Total limit) {
  std::vector<Combination> all;
  const ExactCombinations exact(sizes, limit);
  for (const Total total : exact.totals()) {
    Combination combination = exact.first(total);
    do all.push_back(combination);
    while (exact.advance(combination));
  }
  return all;
}

void check_against_product(const PartSizes& sizes, Total limit) {
  std::vector<Combination> expected = product(sizes);
  std::erase_if(expected, [&](const Combination& c) { return total_of(sizes, c) > limit; });
  const auto first = first_combination(sizes, limit);
  CHECK(first.has_value() == !expected.empty());
  if (first && !expected.empty()) CHECK(*first == expected.front());
  std::ranges::stable_sort(expected, {}, [&](const Combination& c) { return total_of(sizes, c); });
  CHECK(in_order_of_total(sizes, limit) == expected);
}

TEST_CASE("combinations by total, then in lexicographic order") {
  check_against_product({}, 10);
  check_against_product({{}}, 10);
  check_against_product({{1}}, 0);
  check_against_product({{1}}, 1);
  check_against_product({{3, 1, 2}}, 2);
  check_against_product({{5, 1}, {5, 1}}, 6);
  check_against_product({{2, 2}, {2, 2}, {1}}, 5);
  check_against_product({{4, 1, 4}, {}, {1}}, 50);
}

TEST_CASE("random sizes against the whole product") {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    PartSizes sizes(random() % 4);
    for (auto& part : sizes) {
      part.resize(random() % 5);
      for (Total& size : part) size = static_cast<Total>(1 + random() % 6);
    }
    check_against_product(sizes, static_cast<Total>(random() % 16));
  }
}

TEST_CASE("a product too large to write down gives its first members at once") {
  const PartSizes sizes(12, std::vector<Total>(1000, 7));
  CHECK(first_combination(sizes, 84) == Combination(12, 0));
  CHECK_FALSE(first_combination(sizes, 83).has_value());
  const ExactCombinations exact(sizes, 200);
  CHECK(exact.totals() == std::vector<Total>{84});
  Combination combination = exact.first(84);
  CHECK(combination == Combination(12, 0));
  CHECK(exact.advance(combination));
  CHECK(combination.back() == 1);
}

}  // namespace
}  // namespace grabr
