// Parts of a page: a picture with curves of the best size over tests, and a short form of a
// derivation tree.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

struct SizeCurve {
  struct Point {
    double tests = 0, bytes = 0;
  };
  std::string name;
  std::vector<Point> points;  ///< at least one
};

/// An SVG picture without external files; sizes on a logarithmic scale.
std::string size_curves_svg(const std::vector<SizeCurve>& curves);

/// The text above the curve of one reduction, for a picture to share.
struct SizeCard {
  std::string heading;  ///< one line: the failure, or the input's name
  std::string sizes;    ///< one line: "206 lines → 1 · 5,669 → 57 bytes · 84 tests"
  std::vector<std::string> result;  ///< lines; empty: not known
};
std::string size_card_svg(const SizeCurve& curve, const SizeCard& card);

/// A tree as {"names": [text], "nodes": [[depth, name] or [depth, name, begin, end]]}, in the order
/// of the text: nodes with several children, and tokens with their places. A name is the index of a
/// text. A chain of single-child nodes becomes one node, called "a › b › c". Null for a tree with
/// more than `most` such nodes.
nlohmann::ordered_json tree_outline(const Tree& tree, std::size_t most);

}  // namespace grabr
