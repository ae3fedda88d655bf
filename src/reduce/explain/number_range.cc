#include "reduce/explain/number_range.h"

#include <cmath>
#include <set>
#include <string>

namespace grabr {
namespace {

constexpr std::uint64_t kDrawsPerNumber = 10;

}  // namespace

std::optional<std::int64_t> number_in(const RuleItems& items) {
  std::string digits;
  for (const RuleItem& item : items) digits += item.text;
  const bool number = !digits.empty() && digits.size() <= 18 &&
                      std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  if (!number || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  return std::stoll(digits);
}

RuleItems number_items(std::int64_t number) {
  return {{RuleItem::Kind::kText, std::to_string(number)}};
}

std::vector<RuleItems> numbers_between(std::int64_t low, std::int64_t high, std::int64_t now,
                                       std::uint64_t wanted, RandomNumbers& random) {
  std::set<std::int64_t> numbers = {low, high, now};
  const std::uint64_t width = static_cast<std::uint64_t>(high - low) + 1;
  wanted = std::min(wanted, width);
  for (std::uint64_t i = 0; numbers.size() < wanted && i < kDrawsPerNumber * wanted; ++i) {
    const double magnitude = random.share() * std::log2(static_cast<double>(width));
    const auto limit = static_cast<std::uint64_t>(std::exp2(magnitude)) + 1;
    numbers.insert(low + static_cast<std::int64_t>(random.below(std::min(limit, width))));
  }
  std::vector<RuleItems> values;
  for (const std::int64_t number : numbers) values.push_back(number_items(number));
  return values;
}

}  // namespace grabr
