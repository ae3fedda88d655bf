// Boost.Graph finds the components, by R. Tarjan's algorithm ("Depth-first search and linear graph
// algorithms", 1972) without recursion, as grammars may nest deeply. Tested by digraph_test.cc.
#include "grammar/analyse/digraph.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

namespace grabr {
namespace {

using Graph = boost::compressed_sparse_row_graph<boost::directedS>;

Graph boost_graph(const Digraph& graph) {
  std::vector<Digraph::Edge> edges;
  for (std::uint32_t v = 0; v < graph.vertex_count(); ++v) {
    for (const std::uint32_t target : graph.from(v)) edges.emplace_back(v, target);
  }
  return Graph(boost::edges_are_sorted, edges.begin(), edges.end(), graph.vertex_count());
}

}  // namespace

Digraph::Digraph(std::uint32_t vertex_count, std::span<const Edge> edges)
    : begin_(vertex_count + 1), targets_(edges.size()) {
  for (const Edge& edge : edges) ++begin_[edge.first + 1];
  for (std::uint32_t v = 0; v < vertex_count; ++v) begin_[v + 1] += begin_[v];
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const Edge& edge : edges) targets_[next[edge.first]++] = edge.second;
}

Components::Components(const Digraph& graph) : of_(graph.vertex_count()), members_(of_.size()) {
  const Graph same = boost_graph(graph);
  const auto count = boost::strong_components(
      same, boost::make_iterator_property_map(of_.begin(), get(boost::vertex_index, same)));
  begin_.resize(count + 1);
  for (const std::uint32_t component : of_) ++begin_[component + 1];
  for (std::size_t c = 0; c < count; ++c) begin_[c + 1] += begin_[c];
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t v = 0; v < of_.size(); ++v) members_[next[of_[v]]++] = v;
}

}  // namespace grabr
