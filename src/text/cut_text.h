// A text cut into what may be left out of it.
#pragma once

#include <vector>

#include "text/source.h"

namespace grabr {

/// A text as units that can be left out. What stays reads: `before`, the pieces that are kept, each
/// with its glue in front unless it is the first of them, `after`.
struct CutText {
  struct Piece {
    Span glue;  ///< a separator, where the unit has any
    Span core;
  };
  Span before;
  std::vector<Piece> pieces;
  Span after;
};

}  // namespace grabr
