// The size of the best over time, as rows of block characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace grabr {

/// A size, and the time from which on it holds.
struct SizePoint {
  double seconds = 0;
  std::uint64_t bytes = 0;
};

/// A graph of columns × rows, top row first. Each column shows the size at its time, from 0 to
/// `until_s`, on a logarithmic scale from the smallest size (an eighth of a row) to the largest. If
/// there is only one size, it is a line at the bottom. `points` are in order of time; the first is
/// at the start.
std::vector<std::string> size_graph(std::span<const SizePoint> points, double until_s,
                                    std::size_t columns, std::size_t rows);

/// Adds a point. If there are very many, keeps only as many as the graph can distinguish.
void add_point(std::vector<SizePoint>& points, const SizePoint& point);

}  // namespace grabr
