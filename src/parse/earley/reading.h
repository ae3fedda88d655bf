// The state of a parser after reading an input: its tokens and its chart.
#pragma once

#include "parse/earley/chart.h"
#include "parse/earley/completions.h"
#include "parse/earley/tokens.h"

namespace grabr {

struct Reading {
  Tokens tokens;  ///< rich grammars only; a classic grammar's tokens are the bytes
  Chart chart;

  bool accepted() const { return chart.accepted() && !tokens.stuck_at; }
};

/// What an accepting parse completed, for questions about all derivations.
struct CompletedReading {
  Tokens tokens;
  Completions completions;
};

}  // namespace grabr
