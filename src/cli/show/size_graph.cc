// Tested by tests/cli/size_graph_test.cc.
#include "cli/show/size_graph.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace grabr {
namespace {

constexpr std::string_view kEighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::size_t kInRow = 8;
constexpr std::size_t kMaxPoints = 4096;

double log_size(std::uint64_t bytes) {
  return std::log(static_cast<double>(std::max<std::uint64_t>(bytes, 1)));
}

}  // namespace

std::vector<std::string> size_graph(std::span<const SizePoint> points, double until_s,
                                    std::size_t columns, std::size_t rows) {
  std::vector<std::string> graph(rows);
  if (points.empty() || columns == 0 || rows == 0) return graph;
  const auto [least, most] = std::ranges::minmax(points, {}, &SizePoint::bytes);
  const double low = log_size(least.bytes), high = log_size(most.bytes);
  const auto all = static_cast<double>(rows * kInRow);
  std::size_t at = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const double end_s = until_s * static_cast<double>(column + 1) / static_cast<double>(columns);
    while (at + 1 < points.size() && points[at + 1].seconds <= end_s) ++at;
    // The last column shows the present size, whatever the clock says.
    const SizePoint& shown = column + 1 == columns ? points.back() : points[at];
    const double share = high > low ? (log_size(shown.bytes) - low) / (high - low) : 0;
    auto level = static_cast<std::size_t>(std::lround(1 + share * (all - 1)));
    for (std::size_t row = rows; row-- > 0;) {
      const std::size_t here = std::min(level, kInRow);
      graph[row] += kEighths[here];
      level -= here;
    }
  }
  return graph;
}

void add_point(std::vector<SizePoint>& points, const SizePoint& point) {
  if (points.size() == kMaxPoints) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
    points.resize(kept);
  }
  points.push_back(point);
}

}  // namespace grabr
