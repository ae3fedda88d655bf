// Finds the range of a whole number with which a text still fails, by binary search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "generate/random_numbers.h"
#include "reduce/explain/abstract_grammar.h"

namespace grabr {

/// The largest number that is tried.
inline constexpr std::int64_t kMaxNumberTried = 1'000'000'000'000'000'000;

/// The number that the items spell: a whole number, not negative, without leading zeros; else
/// nothing.
std::optional<std::int64_t> number_in(const RuleItems& items);
RuleItems number_items(std::int64_t number);

/// Up to `wanted` numbers in the range: the two limits, `now`, and others of every magnitude.
std::vector<RuleItems> numbers_between(std::int64_t low, std::int64_t high, std::int64_t now,
                                       std::uint64_t wanted, RandomNumbers& random);

/// Between `bad`, which does not fail, and `good`, which fails: a failing number next to one that
/// does not fail.
template <class Fails>
std::int64_t failing_limit(std::int64_t bad, std::int64_t good, const Fails& fails) {
  while (std::abs(good - bad) > 1) {
    const std::int64_t middle = bad + (good - bad) / 2;
    (fails(middle) ? good : bad) = middle;
  }
  return good;
}

/// The lowest failing number; `now` must fail.
template <class Fails>
std::int64_t lowest_failing(std::int64_t now, const Fails& fails) {
  if (now == 0 || fails(0)) return 0;
  return failing_limit(0, now, fails);
}

template <class Fails>
std::int64_t highest_failing(std::int64_t now, const Fails& fails) {
  if (!fails(now + 1)) return now;
  if (fails(kMaxNumberTried)) return kMaxNumberTried;
  std::int64_t good = now + 1;
  while (good < kMaxNumberTried / 2 && fails(2 * good)) good *= 2;
  return failing_limit(std::min(kMaxNumberTried, 2 * good), good, fails);
}

}  // namespace grabr
