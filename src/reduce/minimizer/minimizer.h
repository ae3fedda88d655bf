// The choice of a list minimiser, and of the end at which it begins.
#pragma once

#include "reduce/pass.h"

namespace grabr {

/// A minimiser and the end it begins at.
struct ListReducer {
  const Pass* minimizer = nullptr;  ///< a pass with `list`
  Direction direction = Direction::kForward;

  ListReducer() = default;
  /// Begins at the minimiser's natural end.
  explicit ListReducer(const Pass& chosen) : minimizer(&chosen), direction(chosen.natural) {}

  Kept operator()(Session& session, const RemovableList& list) const;
};

}  // namespace grabr
