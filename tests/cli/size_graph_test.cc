#include "cli/show/size_graph.h"

#include <doctest/doctest.h>

using namespace grabr;

using GraphLines = std::vector<std::string>;

TEST_CASE("sizes over time, from the largest to the smallest on a logarithmic scale") {
  const std::vector<SizePoint> points = {{0, 1000}, {1, 100}, {3, 10}};
  CHECK(size_graph(points, 4, 4, 1) == GraphLines{"▅▅▁▁"});
  CHECK(size_graph(points, 4, 4, 2) == GraphLines{"▁▁  ", "██▁▁"});
  CHECK(size_graph(points, 4, 1, 1) == GraphLines{"▁"});
}

TEST_CASE("one size is a line; nothing is nothing") {
  const std::vector<SizePoint> one = {{0, 42}};
  CHECK(size_graph(one, 0, 3, 2) == GraphLines{"   ", "▁▁▁"});
  CHECK(size_graph({}, 1, 3, 2) == GraphLines{"", ""});
  CHECK(size_graph(one, 1, 3, 0).empty());
}

TEST_CASE("of very many points enough are kept") {
  std::vector<SizePoint> points;
  for (int i = 0; i < 100000; ++i) {
    add_point(points, {static_cast<double>(i), static_cast<std::uint64_t>(200000 - i)});
  }
  CHECK(points.size() <= 4096);
  CHECK(points.front().seconds == 0);
  CHECK(points.back().bytes == 100001);
}
