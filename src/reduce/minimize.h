// List minimisers: which of n removable things must stay? Each is written once, over an abstract
// list; text units, list elements of a tree or anything else render what is kept into a candidate.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/session.h"

namespace grabr {

using Kept = std::vector<std::uint32_t>;  ///< indices that stay, ascending

/// n things and what a candidate looks like when only some are kept.
struct RemovableList {
  std::uint32_t count = 0;
  std::function<Candidate(const Kept& kept)> render;
};

/// Shrinks `all indices` to fewer for which the candidate still fails; returns what is kept.
using ListMinimizer = Kept (*)(Session& session, const RemovableList& list);

}  // namespace grabr
