// What a parser has after reading an input: its tokens and its chart.
#pragma once

#include "parse/earley/chart.h"
#include "parse/earley/completions.h"
#include "parse/earley/tokens.h"

namespace grabr {

struct Reading {
  Tokens tokens;  ///< rich grammars; a classic grammar's tokens are the bytes
  Chart chart;

  bool accepted() const { return chart.accepted() && !tokens.stuck_at; }
};

/// What a parse that has accepted has completed, for questions about all derivations.
struct CompletedReading {
  Tokens tokens;
  Completions completions;
};

}  // namespace grabr
