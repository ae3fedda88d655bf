// What follows from a grammar's rules as a graph: reachability, productivity, nullability, unit
// cycles, which symbol fits where another stands, the cheapest derivation of each symbol.
// Boost.Graph is used here, in the one .cc behind this header, and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/grammar.h"

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

/// Directed edges between numbered vertices; sorted, each once.
using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Which symbols may stand where another stands: a ⇒* b with nothing around it. Kept as ranges of
/// strong components: those of a chain of rules are one range.
class Fits {
 public:
  Fits() = default;
  /// `unit`: a → b where b may be all of a. Components: edges lead to the same number or a smaller
  /// one.
  Fits(const Edges& unit, std::vector<std::uint32_t> component_of_symbol);

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
  std::vector<Range> ranges_;             // components that a component reaches; sorted, apart
};

/// Vectors are indexed by SymbolId. Pattern tokens count as one token; the text used for them is the
/// first of the grammar's hints for it, or the shortest that the lexer finds.
struct Analysis {
  std::vector<bool> reachable;       ///< from the start symbol (skips count as reachable)
  std::vector<bool> productive;      ///< derives at least one sentence
  std::vector<bool> nullable;        ///< derives the empty string
  /// Groups of nonterminals that derive themselves through unit derivations (A ⇒+ A, other parts
  /// empty); each group sorted, groups by their first symbol.
  std::vector<std::vector<SymbolId>> unit_cycles;
  Fits fits;                         ///< every symbol fits where it stands itself
  std::vector<CheapestText> cheapest;

  bool fits_for(SymbolId place, SymbolId symbol) const { return fits(place, symbol); }
};

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
