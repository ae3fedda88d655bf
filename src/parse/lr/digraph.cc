// Components by one depth-first search (R. Tarjan, "Depth-first search and linear graph
// algorithms", 1972) with a stack of its own: grammars may nest deeply. Linear in vertices and
// edges.
// Tested by digraph_test.cc.
#include "parse/lr/digraph.h"

#include <algorithm>

namespace grabr {

Digraph::Digraph(std::uint32_t vertex_count, std::span<const Edge> edges)
    : begin_(vertex_count + 1), targets_(edges.size()) {
  for (const Edge& edge : edges) ++begin_[edge.first + 1];
  for (std::uint32_t v = 0; v < vertex_count; ++v) begin_[v + 1] += begin_[v];
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const Edge& edge : edges) targets_[next[edge.first]++] = edge.second;
}

class Components::Search {
 public:
  Search(const Digraph& graph, Components& result)
      : graph_(graph), result_(result), low_(graph.vertex_count(), kUnseen) {
    result_.of_.assign(graph.vertex_count(), kOpen);
    for (std::uint32_t v = 0; v < graph.vertex_count(); ++v) {
      if (low_[v] == kUnseen) visit(v);
    }
  }

 private:
  static constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  static constexpr std::uint32_t kOpen = ~std::uint32_t{0};

  struct Frame {
    std::uint32_t vertex;
    std::uint32_t number;  // of the vertex, in the order of visits
    std::uint32_t next;    // edge
  };

  void enter(std::uint32_t vertex) {
    frames_.push_back({vertex, visits_, 0});
    low_[vertex] = visits_++;
    open_.push_back(vertex);
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto targets = graph_.from(frame.vertex);
      if (frame.next < targets.size()) {
        const std::uint32_t target = targets[frame.next++];
        if (low_[target] == kUnseen) enter(target);
        else if (result_.of_[target] == kOpen) lower(frame.vertex, low_[target]);
      } else {
        leave(frame);
      }
    }
  }

  void lower(std::uint32_t vertex,
             std::uint32_t low) { low_[vertex] = std::min(low_[vertex], low); }

  void leave(const Frame& frame) {
    const std::uint32_t vertex = frame.vertex;
    if (low_[vertex] == frame.number) close_component(vertex);
    frames_.pop_back();
    if (!frames_.empty() && result_.of_[vertex] == kOpen) {
      lower(frames_.back().vertex, low_[vertex]);
    }
  }

  void close_component(std::uint32_t root) {
    const std::uint32_t component = result_.count();
    std::uint32_t member;
    do {
      member = open_.back();
      open_.pop_back();
      result_.of_[member] = component;
      result_.members_.push_back(member);
    } while (member != root);
    result_.begin_.push_back(static_cast<std::uint32_t>(result_.members_.size()));
  }

  const Digraph& graph_;
  Components& result_;
  std::vector<std::uint32_t> low_;   // by vertex: the earliest visit known to be reached
  std::vector<std::uint32_t> open_;  // visited, component not known yet
  std::vector<Frame> frames_;
  std::uint32_t visits_ = 0;
};

Components::Components(const Digraph& graph) { Search(graph, *this); }

}  // namespace grabr
