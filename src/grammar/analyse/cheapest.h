// Finds the cheapest sentence of every symbol.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/model/clauses.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// A longer CheapestText::text is left empty.
inline constexpr std::uint32_t kMaxCheapestBytes = 4096;

/// A symbol's sentence with the fewest tokens, then the fewest bytes, then first in byte order.
/// `tokens` is ~0 for an unproductive symbol. Expanding each nonterminal by its `alternative`
/// always terminates.
struct CheapestText {
  std::uint32_t tokens = ~std::uint32_t{0};
  std::string text;               ///< the tokens' texts joined (rich: by a space)
  std::uint32_t alternative = 0;  ///< for nonterminals: the alternative that derives the text
};

/// By symbol. `system` is flatten(grammar).
std::vector<CheapestText> cheapest_texts(const Grammar& grammar, const ClauseSystem& system);

}  // namespace grabr
