// The size of the best over time, as rows of block characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace grabr {

/// The size from a moment on.
struct SizePoint {
  double seconds = 0;
  std::uint64_t bytes = 0;
};

/// An area of columns × rows, top row first: each column is the size at its time of 0 to `until_s`,
/// on a logarithmic scale from the smallest size (an eighth of a row) to the largest; a line at the
/// bottom while there is one size only. `points` are in order of time, the first is at the
/// beginning.
std::vector<std::string> size_graph(std::span<const SizePoint> points, double until_s,
                                    std::size_t columns, std::size_t rows);

/// Adds a point. Of many points only some are kept: no more than can be told apart.
void add_point(std::vector<SizePoint>& points, const SizePoint& point);

}  // namespace grabr
