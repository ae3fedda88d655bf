// Replacements for a node of one symbol, found in a tree as GRABR does: subtrees of that symbol,
// and other expansions of the symbol filled with subtrees. Source: "Reducing Failure-Inducing
// Inputs", The Fuzzing Book (subtrees_with_symbol, alternate_reductions, symbol_reductions).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

struct TreeQuery {
  enum class Kind : std::uint8_t {
    kSubtrees,    ///< the subtrees below the root, in pre-order
    kAlternates,  ///< expansions with fewer nodes than the tree, the smallest first
    kReductions,  ///< the subtrees, then the alternates; equal trees only once
  };
  Kind kind = Kind::kSubtrees;
  SymbolId symbol = kNoSymbol;
  int depth = -1;                 ///< levels below the root; -1 for any
  bool all_combinations = false;  ///< of each expansion; if false, only the first that is smaller
};

/// The texts of the trees found.
std::vector<std::string> query_tree(const Tree& tree, const TreeQuery& query);

}  // namespace grabr
