// A text split into units that can be left out.
#pragma once

#include <vector>

#include "text/source.h"

namespace grabr {

/// The remaining text is `before`, the kept pieces, each preceded by its glue except for the first,
/// and `after`.
struct CutText {
  struct Piece {
    Span glue;  ///< the separator before the core; empty: none
    Span core;  ///< the unit itself
  };
  Span before;
  std::vector<Piece> pieces;
  Span after;
};

}  // namespace grabr
