// The transitive closure of the unit graph over its strongly connected components. Depth-first
// search numbers components as it finishes them, so most of what a component reaches has numbers
// just below its own. Stored as ranges (R. Agrawal, A. Borgida, H. Jagadish, "Efficient management
// of transitive relationships in large data and knowledge bases", 1989), the closure is about as
// large as the grammar; along a chain of rules each needs one range. Tested by
// tests/grammar/analysis_test.cc.
#include "grammar/analyse/fits.h"

#include <algorithm>

namespace grabr {

Fits::Fits(const std::vector<std::pair<SymbolId, SymbolId>>& unit,
           std::vector<std::uint32_t> component_of_symbol)
    : component_(std::move(component_of_symbol)) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps;
  std::uint32_t count = 0;
  for (const auto& [from, to] : unit) {
    steps.emplace_back(component_[from], component_[to]);
  }
  for (const std::uint32_t component : component_) {
    count = std::max(count, component + 1);
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  auto step = steps.begin();
  for (std::uint32_t c = 0; c < count; ++c) {
    std::vector<Range> reached{{c, c}};
    for (; step != steps.end() && step->first == c; ++step) {
      if (step->second < c) {
        reached.insert(reached.end(), ranges_.begin() + begin_[step->second],
                       ranges_.begin() + begin_[step->second + 1]);
      }
    }
    add_component(std::move(reached));
  }
}

/// Appends the next component's ranges, merged where they touch.
void Fits::add_component(std::vector<Range> reached) {
  std::sort(reached.begin(), reached.end());
  for (const Range range : reached) {
    if (ranges_.size() > begin_.back() && range.first <= ranges_.back().last + 1) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  }
  begin_.push_back(static_cast<std::uint32_t>(ranges_.size()));
}

bool Fits::operator()(SymbolId place, SymbolId symbol) const {
  const std::uint32_t from = component_[place];
  const std::uint32_t to = component_[symbol];
  const auto end = ranges_.begin() + begin_[from + 1];
  const auto at = std::partition_point(ranges_.begin() + begin_[from], end,
                                       [to](const Range& range) { return range.last < to; });
  return at != end && at->first <= to;
}

}  // namespace grabr
