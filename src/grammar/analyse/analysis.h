// Analyses a grammar's rules as a graph: reachability, productivity, nullability, unit cycles,
// which symbol can replace which, the cheapest derivation of each symbol. Boost.Graph is used only
// in the .cc behind this header and in digraph.cc.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/analyse/cheapest.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// Tells which symbols can replace another: a ⇒* b with nothing around it.
class Fits {
 public:
  Fits() = default;
  /// `unit` has an edge a → b if b may be all of a. The components of the symbols are numbered so
  /// that edges lead to the same or a smaller number.
  Fits(const std::vector<std::pair<SymbolId, SymbolId>>& unit,
       std::vector<std::uint32_t> component_of_symbol);

  /// Whether `symbol` can replace `place`. Every symbol fits its own place, kNoSymbol none.
  bool operator()(SymbolId place, SymbolId symbol) const;

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    auto operator<=>(const Range&) const = default;
  };

  void add_component(std::vector<Range> reached);

  std::vector<std::uint32_t> component_;  // by symbol
  std::vector<std::uint32_t> begin_{0};   // by component: into ranges_
  std::vector<Range> ranges_;             // components reachable from a component; sorted
};

/// Properties that are cheap to compute, even for thousands of rules.
struct GrammarShape {
  BySymbol<bool> reachable;   ///< from the start symbol (skips count as reachable)
  BySymbol<bool> productive;  ///< derives at least one sentence
  BySymbol<bool> nullable;    ///< derives the empty string
  /// Groups of nonterminals that derive themselves through unit derivations (A ⇒+ A, other parts
  /// empty); each group sorted, groups by their first symbol.
  std::vector<std::vector<SymbolId>> unit_cycles;
};

/// The properties that reduction needs. A pattern token counts as one token; its text is the first
/// of the grammar's hints for it, or the shortest the lexer finds.
struct Analysis : GrammarShape {
  Fits fits;
  BySymbol<CheapestText> cheapest;

  bool fits_for(SymbolId place, SymbolId symbol) const { return fits(place, symbol); }
};

/// Takes linear time.
GrammarShape analyse_shape(const Grammar& grammar);

Analysis analyse(const Grammar& grammar);

enum class GrammarGraph {
  kUses,        ///< A → every symbol in its alternatives
  kLeftCorner,  ///< A → symbols that may begin it
  kUnit,        ///< A → symbols that may be all of it
  kTokens,      ///< A → terminals it uses directly
};

/// Graphviz digraph of the grammar, start symbol first. Edges on cycles of kLeftCorner (left
/// recursion) and kUnit (symbols that derive themselves) are red.
std::string grammar_dot(const Grammar& grammar, GrammarGraph graph);

}  // namespace grabr
