// The cheapest sentence of every symbol.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/model/clauses.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// The cheapest text is left out (empty) when it has more bytes than this.
inline constexpr std::uint32_t kLongestCheapest = 4096;

/// A sentence of a symbol with the fewest tokens, then the fewest bytes, then smallest in byte
/// order. `tokens` is ~0 for an unproductive symbol. Expanding each nonterminal by its
/// `alternative` always ends.
struct CheapestText {
  std::uint32_t tokens = ~std::uint32_t{0};
  std::string text;                  ///< tokens' texts joined (rich: by one space)
  std::uint32_t alternative = 0;     ///< nonterminals: the alternative it comes from
};

/// By symbol. `system` is flatten(grammar).
std::vector<CheapestText> cheapest_texts(const Grammar& grammar, const ClauseSystem& system);

}  // namespace grabr
