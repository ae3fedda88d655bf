// How sentences are generated.
#pragma once

#include <cstdint>

#include "grammar/model/grammar.h"

namespace grabr {

enum class GenerateStrategy : std::uint8_t {
  kRandom,    ///< alternatives by their {"prob": p}
  kCost,      ///< all alternatives alike
  kCoverage,  ///< what no sentence has used yet, and what leads to it
};

struct GeneratorOptions {
  GenerateStrategy strategy = GenerateStrategy::kRandom;
  std::uint64_t seed = 0;
  SymbolId start = kNoSymbol;            ///< any nonterminal; kNoSymbol: the grammar's
  /// Nonterminals of a derivation. With fewer than `min` the longest way on is taken; `max` is kept
  /// wherever the shortest derivation and the depth allow.
  std::uint32_t min_nonterminals = 0;
  std::uint32_t max_nonterminals = 200;
  std::uint32_t max_depth = 0;           ///< levels of nonterminals, the start 1; 0: no limit
};

}  // namespace grabr
