// Options for generating sentences.
#pragma once

#include <cstdint>

#include "grammar/model/grammar.h"
#include "text/named_value.h"

namespace grabr {

enum class GenerateStrategy : std::uint8_t {
  kRandom,    ///< alternatives weighted by their {"prob": p}
  kCost,      ///< all alternatives equally likely
  kCoverage,  ///< unused branches, and those that lead to them
};

inline constexpr NamedValue<GenerateStrategy> kGenerateStrategies[] = {
    {"random", GenerateStrategy::kRandom},
    {"cost", GenerateStrategy::kCost},
    {"coverage", GenerateStrategy::kCoverage},
};

struct GeneratorOptions {
  GenerateStrategy strategy = GenerateStrategy::kRandom;
  std::uint64_t seed = 0;
  SymbolId start = kNoSymbol;  ///< any nonterminal; kNoSymbol: the grammar's
  /// Number of nonterminals in a derivation. Below `min` the costliest branch is taken; `max` is
  /// kept if the shortest derivation and the depth allow.
  std::uint32_t min_nonterminals = 0;
  std::uint32_t max_nonterminals = 200;
  std::uint32_t max_depth = 0;  ///< levels of nonterminals, the start being 1; 0: no limit
};

}  // namespace grabr
