#include "reduce/core/combinations.h"

#include <algorithm>
#include <utility>

namespace grabr {

std::optional<Combination> first_combination(const PartSizes& sizes, Total limit) {
  std::vector<Total> least(sizes.size() + 1, 0);  // of this and all later parts
  for (std::size_t part = sizes.size(); part-- > 0;) {
    if (sizes[part].empty()) return std::nullopt;
    least[part] = least[part + 1] + *std::ranges::min_element(sizes[part]);
  }
  if (sizes.empty() || least[0] > limit) return std::nullopt;
  Combination combination;
  for (std::size_t part = 0; part < sizes.size(); ++part) {
    const auto fits = [&](Total size) { return size + least[part + 1] <= limit; };
    const auto chosen = std::ranges::find_if(sizes[part], fits);
    combination.push_back(static_cast<std::uint32_t>(chosen - sizes[part].begin()));
    limit -= *chosen;
  }
  return combination;
}

ExactCombinations::ExactCombinations(PartSizes sizes, Total limit)
    : sizes_(std::move(sizes)), reachable_(sizes_.size() + 1) {
  reachable_.back() = {0};
  for (std::size_t part = sizes_.size(); part-- > 0;) {
    std::vector<Total> distinct = sizes_[part];
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<Total>& totals = reachable_[part];
    for (const Total size : distinct) {
      for (const Total rest : reachable_[part + 1]) {
        if (size <= limit && rest <= limit - size) totals.push_back(size + rest);
      }
    }
    std::ranges::sort(totals);
    totals.erase(std::unique(totals.begin(), totals.end()), totals.end());
  }
  if (sizes_.empty()) reachable_.front().clear();  // no parts, no combination
}

Combination ExactCombinations::first(Total total) const {
  Combination combination(sizes_.size());
  fill(combination, 0, total);
  return combination;
}

bool ExactCombinations::advance(Combination& combination) const {
  Total total = 0;  // of this and all later parts
  for (std::size_t part = combination.size(); part-- > 0;) {
    const std::vector<Total>& sizes = sizes_[part];
    total += sizes[combination[part]];
    for (std::uint32_t i = combination[part] + 1; i < sizes.size(); ++i) {
      if (sizes[i] > total || !reaches(part + 1, total - sizes[i])) continue;
      combination[part] = i;
      fill(combination, part + 1, total - sizes[i]);
      return true;
    }
  }
  return false;
}

bool ExactCombinations::reaches(std::size_t part, Total total) const {
  return std::ranges::binary_search(reachable_[part], total);
}

void ExactCombinations::fill(Combination& combination, std::size_t part, Total total) const {
  for (; part < combination.size(); ++part) {
    const auto fits = [&](Total size) { return size <= total && reaches(part + 1, total - size); };
    const auto chosen = std::ranges::find_if(sizes_[part], fits);
    combination[part] = static_cast<std::uint32_t>(chosen - sizes_[part].begin());
    total -= *chosen;
  }
}

}  // namespace grabr
