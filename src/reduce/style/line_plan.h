// The style "pretty": finds the list elements that are written on lines of their own.
#pragma once

#include <optional>
#include <vector>

#include "reduce/style/gaps.h"

namespace grabr {

/// By number of gap or token; there is one more gap than tokens.
struct LinePlan {
  std::vector<bool> breaks;        ///< gaps: a line begins after it
  std::vector<bool> inside;        ///< gaps: is it inside an element that has its own line?
  std::vector<bool> opens_block;   ///< tokens: lines after it are indented one level more
  std::vector<bool> closes_block;  ///< tokens: from its line on, lines are indented one level less
};

/// Nothing if the tree has no list to write in this way.
std::optional<LinePlan> plan_lines(const Tree& tree, const Gaps& gaps);

}  // namespace grabr
