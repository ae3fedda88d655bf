// What follows from a grammar's rules as a graph: reachability, productivity, nullability, unit
// cycles, which symbol fits where another stands, the cheapest derivation of each symbol.
// Boost.Graph is used here, in the one .cc behind this header, and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/analyse/cheapest.h"
#include "grammar/analyse/fits.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// What is cheap to know, even of a grammar of thousands of rules. Vectors are indexed by SymbolId.
struct GrammarShape {
  std::vector<bool> reachable;       ///< from the start symbol (skips count as reachable)
  std::vector<bool> productive;      ///< derives at least one sentence
  std::vector<bool> nullable;        ///< derives the empty string
  /// Groups of nonterminals that derive themselves through unit derivations (A ⇒+ A, other parts
  /// empty); each group sorted, groups by their first symbol.
  std::vector<std::vector<SymbolId>> unit_cycles;
};

/// What reduction wants to know. Pattern tokens count as one token; the text used for them is the
/// first of the grammar's hints for it, or the shortest that the lexer finds.
struct Analysis : GrammarShape {
  Fits fits;
  std::vector<CheapestText> cheapest;

  bool fits_for(SymbolId place, SymbolId symbol) const { return fits(place, symbol); }
};

/// In linear time.
GrammarShape analyse_shape(const Grammar& grammar);

Analysis analyse(const Grammar& grammar);

enum class GrammarGraph {
  kUses,        ///< A → every symbol in its alternatives
  kLeftCorner,  ///< A → symbols that may begin it
  kUnit,        ///< A → symbols it may consist of alone
  kTokens,      ///< A → terminals it uses directly
};

/// Graphviz digraph of the grammar, the start symbol first. Edges on cycles of kLeftCorner (left
/// recursion) and kUnit (symbols that derive themselves) are red.
std::string grammar_dot(const Grammar& grammar, GrammarGraph graph);

}  // namespace grabr
