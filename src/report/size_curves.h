// Curves of the best size over tests, as a picture.
#pragma once

#include <string>
#include <vector>

namespace grabr {

struct SizeCurve {
  struct Point {
    double tests = 0, bytes = 0;
  };
  std::string name;
  std::vector<Point> points;  ///< at least one
};

/// SVG that needs nothing else; sizes on a logarithmic scale.
std::string size_curves_svg(const std::vector<SizeCurve>& curves);

}  // namespace grabr
