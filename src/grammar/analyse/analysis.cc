// `Fits` is the transitive closure of the unit graph over its strongly connected components.
// Depth-first search numbers components as it finishes them, so most of what a component reaches
// has numbers just below its own. Stored as ranges (R. Agrawal, A. Borgida, H. Jagadish, "Efficient
// management of transitive relationships in large data and knowledge bases", 1989), the closure is
// about as large as the grammar; along a chain of rules each needs one range. Tested by
// tests/grammar/analysis_test.cc.
#include "grammar/analyse/analysis.h"

#include <algorithm>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/graphviz.hpp>
#include <ostream>
#include <sstream>
#include <utility>

#include "grammar/analyse/cheapest.h"
#include "grammar/analyse/digraph.h"
#include "grammar/model/clauses.h"
#include "grammar/model/print.h"

namespace grabr {

Fits::Fits(const std::vector<std::pair<SymbolId, SymbolId>>& unit,
           std::vector<std::uint32_t> component_of_symbol)
    : component_(std::move(component_of_symbol)) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps;
  std::uint32_t count = 0;
  for (const auto& [from, to] : unit) {
    steps.emplace_back(component_[from], component_[to]);
  }
  for (const std::uint32_t component : component_) {
    count = std::max(count, component + 1);
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  auto step = steps.begin();
  for (std::uint32_t c = 0; c < count; ++c) {
    std::vector<Range> reached{{c, c}};
    for (; step != steps.end() && step->first == c; ++step) {
      if (step->second < c) {
        reached.insert(reached.end(), ranges_.begin() + begin_[step->second],
                       ranges_.begin() + begin_[step->second + 1]);
      }
    }
    add_component(std::move(reached));
  }
}

/// Appends the next component's ranges, merged where they touch.
void Fits::add_component(std::vector<Range> reached) {
  std::sort(reached.begin(), reached.end());
  for (const Range range : reached) {
    if (ranges_.size() > begin_.back() && range.first <= ranges_.back().last + 1) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  }
  begin_.push_back(static_cast<std::uint32_t>(ranges_.size()));
}

bool Fits::operator()(SymbolId place, SymbolId symbol) const {
  if (place >= component_.size() || symbol >= component_.size()) return false;
  const std::uint32_t from = component_[place];
  const std::uint32_t to = component_[symbol];
  const auto end = ranges_.begin() + begin_[from + 1];
  const auto at = std::partition_point(ranges_.begin() + begin_[from], end,
                                       [to](const Range& range) { return range.last < to; });
  return at != end && at->first <= to;
}

// Some analyses are graph problems, others are not.
//
// "A uses b", "b may begin A" and "A may consist of b alone" are graphs over the symbols, so Boost
// answers questions about them: breadth-first search for what the start symbol reaches, strongly
// connected components of the unit graph for cycles A ⇒+ A and for `fits`, Graphviz output.
//
// "Derives a sentence", "derives the empty string" and "the cheapest sentence" are not graph
// problems: an alternative holds if ALL its parts do, a rule if ANY alternative does. They are
// fixpoints of such AND-OR systems (clauses.h, cheapest.h).
//
// Example: E: S E S | 'n' ; S: ' ' | () ;
//   nullable {S}, unit edges E→E (S empty on both sides), E→'n', S→' ', a cycle {E},
//   fits[E] = {E, 'n'}.

namespace {

using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< sorted, each once

Graph graph_of(const Edges& edges, std::size_t vertices) {
  return Graph(boost::edges_are_sorted, edges.begin(), edges.end(),
               static_cast<Graph::vertices_size_type>(vertices));
}

std::vector<bool> find_nullable(const Grammar& grammar, const ClauseSystem& system) {
  std::vector<bool> known(system.vertex_count, false);
  for (SymbolId s = 0; s < system.symbol_count; ++s) {
    known[s] = grammar.symbols[s].kind == SymbolKind::kLiteral && grammar.symbols[s].text.empty();
  }
  return least_fixpoint(system, std::move(known));
}

std::vector<bool> find_productive(const Grammar& grammar, const ClauseSystem& system) {
  std::vector<bool> known(system.vertex_count, false);
  for (SymbolId s = 0; s < system.symbol_count; ++s) {
    known[s] = grammar.symbols[s].terminal();
  }
  return least_fixpoint(system, std::move(known));
}

/// Calls `visit` for each part of the clause that an edge of this kind of graph leads to.
template <class Visit>
void for_each_target(GrammarGraph kind, std::span<const Vertex> parts,
                     const std::vector<bool>& nullable, Visit visit) {
  const auto is_nullable = [&](Vertex v) { return nullable[v]; };
  const auto solid = static_cast<std::size_t>(
      std::count_if(parts.begin(), parts.end(), [&](Vertex v) { return !nullable[v]; }));
  for (const Vertex part : parts) {
    if (kind != GrammarGraph::kUnit || solid == 0 || (solid == 1 && !is_nullable(part))) {
      visit(part);
    }
    if (kind == GrammarGraph::kLeftCorner && !is_nullable(part)) {
      return;
    }
  }
}

/// Edges between symbols; nested parts of a rule are skipped over.
Edges find_edges(const Grammar& grammar, const ClauseSystem& system,
                 const std::vector<bool>& nullable, GrammarGraph kind) {
  std::vector<std::vector<std::uint32_t>> clauses_of(system.vertex_count);
  for (std::uint32_t c = 0; c < system.clauses.size(); ++c) {
    clauses_of[system.clauses[c].head].push_back(c);
  }
  Edges edges;
  std::vector<SymbolId> seen_for(system.vertex_count, kNoSymbol);
  for (SymbolId s = 0; s < system.symbol_count; ++s) {
    std::vector<Vertex> open{s};
    while (!open.empty()) {
      const Vertex vertex = open.back();
      open.pop_back();
      for (const std::uint32_t c : clauses_of[vertex]) {
        for_each_target(kind, system.parts_of(system.clauses[c]), nullable, [&](Vertex target) {
          if (std::exchange(seen_for[target], s) == s) {
            return;
          }
          if (target >= system.symbol_count) {
            open.push_back(target);
          } else if (kind != GrammarGraph::kTokens || grammar.symbols[target].terminal()) {
            edges.emplace_back(s, target);
          }
        });
      }
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<bool> find_reachable(const Grammar& grammar, const Edges& uses) {
  const std::size_t count = grammar.symbols.size();
  std::vector<bool> reachable(count, false);
  for (SymbolId s = 0; s < count; ++s) {
    reachable[s] = grammar.symbols[s].kind == SymbolKind::kSkip;
  }
  if (grammar.start >= count) {
    return reachable;
  }
  std::vector<std::size_t> distance(count, 0);
  const Graph graph = graph_of(uses, count);
  boost::breadth_first_search(
      graph, grammar.start,
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(
          boost::make_iterator_property_map(distance.begin(), get(boost::vertex_index, graph)),
          boost::on_tree_edge()))));
  for (SymbolId s = 0; s < count; ++s) {
    reachable[s] = reachable[s] || s == grammar.start || distance[s] > 0;
  }
  return reachable;
}

/// By vertex: the number of its strongly connected component. Edges lead to the same or a smaller
/// number, and components finished by one depth-first search have consecutive numbers.
std::vector<std::uint32_t> strong_components(const Edges& edges, std::size_t vertices) {
  const Components components(Digraph(static_cast<std::uint32_t>(vertices), edges));
  std::vector<std::uint32_t> component(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) component[v] = components.of(v);
  return component;
}

std::vector<std::vector<SymbolId>> find_cycles(const std::vector<std::uint32_t>& component,
                                               const Edges& unit) {
  std::vector<std::vector<SymbolId>> members(component.size());
  for (SymbolId s = 0; s < component.size(); ++s) {
    members[component[s]].push_back(s);
  }
  std::vector<std::vector<SymbolId>> cycles;
  for (auto& group : members) {
    if (group.size() > 1 ||
        (group.size() == 1 &&
         std::binary_search(unit.begin(), unit.end(), std::pair(group[0], group[0])))) {
      cycles.push_back(std::move(group));
    }
  }
  std::sort(cycles.begin(), cycles.end());
  return cycles;
}

struct ShapeAndUnits {
  GrammarShape shape;
  Edges unit;
  std::vector<std::uint32_t> components;
};

ShapeAndUnits shape_and_units(const Grammar& grammar, const ClauseSystem& system) {
  ShapeAndUnits result;
  GrammarShape& shape = result.shape;
  std::vector<bool> nullable = find_nullable(grammar, system);
  std::vector<bool> productive = find_productive(grammar, system);
  result.unit = find_edges(grammar, system, nullable, GrammarGraph::kUnit);
  result.components = strong_components(result.unit, system.symbol_count);
  shape.unit_cycles = find_cycles(result.components, result.unit);
  shape.reachable =
      find_reachable(grammar, find_edges(grammar, system, nullable, GrammarGraph::kUses));
  nullable.resize(system.symbol_count);
  productive.resize(system.symbol_count);
  shape.nullable = std::move(nullable);
  shape.productive = std::move(productive);
  return result;
}

std::string dot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + '"';
}

/// Symbols in drawing order: the start symbol, then by id; terminals only if an edge leads to them.
std::vector<SymbolId> symbols_to_draw(const Grammar& grammar, const Edges& edges) {
  std::vector<bool> drawn(grammar.symbols.size(), false);
  for (const auto& edge : edges) {
    drawn[edge.second] = true;
  }
  std::vector<SymbolId> order;
  if (grammar.start < grammar.symbols.size()) {
    order.push_back(grammar.start);
  }
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    if (s != grammar.start && (drawn[s] || !grammar.symbols[s].terminal())) {
      order.push_back(s);
    }
  }
  return order;
}

}  // namespace

GrammarShape analyse_shape(const Grammar& grammar) {
  return shape_and_units(grammar, flatten(grammar)).shape;
}

Analysis analyse(const Grammar& grammar) {
  const ClauseSystem system = flatten(grammar);
  ShapeAndUnits found = shape_and_units(grammar, system);
  Analysis analysis{std::move(found.shape), {}, {}};
  analysis.fits = Fits(found.unit, std::move(found.components));
  analysis.cheapest = cheapest_texts(grammar, system);
  return analysis;
}

std::string grammar_dot(const Grammar& grammar, GrammarGraph kind) {
  const ClauseSystem system = flatten(grammar);
  const Edges edges = find_edges(grammar, system, find_nullable(grammar, system), kind);
  const std::vector<SymbolId> order = symbols_to_draw(grammar, edges);
  std::vector<std::uint32_t> place(grammar.symbols.size(), 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
  }
  Edges drawn;
  for (const auto& [from, to] : edges) {
    drawn.emplace_back(place[from], place[to]);
  }
  std::sort(drawn.begin(), drawn.end());
  const auto write_vertex = [&](std::ostream& out, auto vertex) {
    const SymbolId symbol = order[vertex];
    out << " [label=" << dot_quoted(symbol_text(grammar, symbol))
        << (grammar.symbols[symbol].terminal() ? ", shape=box]" : "]");
  };
  const Graph graph = graph_of(drawn, order.size());
  const bool recursion = kind == GrammarGraph::kLeftCorner || kind == GrammarGraph::kUnit;
  const std::vector<std::uint32_t> component = strong_components(drawn, order.size());
  const auto write_edge = [&](std::ostream& out, const auto& edge) {
    const bool cycle = component[source(edge, graph)] == component[target(edge, graph)];
    if (recursion && cycle) {
      out << "[color=red]";
    }
  };
  std::ostringstream out;
  boost::write_graphviz(out, graph, write_vertex, write_edge,
                        [](std::ostream& header) { header << "rankdir=LR;\n"; });
  return out.str();
}

}  // namespace grabr
