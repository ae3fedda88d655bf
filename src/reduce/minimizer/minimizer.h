// How a list is minimised: which minimiser, and from which end.
#pragma once

#include "reduce/pass.h"

namespace grabr {

/// A minimiser and the end it begins at.
struct ListReducer {
  const Pass* minimizer = nullptr;  ///< one with `list`
  Direction direction = Direction::kForward;

  ListReducer() = default;
  /// From its natural end.
  explicit ListReducer(const Pass& chosen) : minimizer(&chosen), direction(chosen.natural) {}

  Kept operator()(Session& session, const RemovableList& list) const;
};

}  // namespace grabr
