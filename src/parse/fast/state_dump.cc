#include "parse/fast/state_dump.h"

#include <algorithm>
#include <vector>

namespace grabr {

std::string dump_states(const Engine& engine, const RuleDisplay& display) {
  const StackGraph& graph = engine.graph();
  const EpsilonFreeGrammar& epsilon_free = engine.grammar();
  std::vector<StackGraph::NodeId> nodes(graph.node_count());
  for (StackGraph::NodeId id = 0; id < nodes.size(); ++id) nodes[id] = id;
  std::stable_sort(nodes.begin(), nodes.end(), [&](StackGraph::NodeId a, StackGraph::NodeId b) {
    return graph.node(a).position < graph.node(b).position;
  });
  std::string out;
  std::uint32_t set = ~std::uint32_t{0};
  for (const StackGraph::NodeId id : nodes) {
    const StackGraph::Node& node = graph.node(id);
    if (node.position != set) {
      set = node.position;
      out += "set " + std::to_string(set) + "\n";
    }
    out += "  state " + std::to_string(node.state);
    for (auto edge = node.first_edge; edge != StackGraph::kNone; edge = graph.edge(edge).next) {
      const StackGraph::Node& below = graph.node(graph.edge(edge).to);
      out += (edge == node.first_edge ? " ← state " : ", state ") + std::to_string(below.state) +
             " (" + std::to_string(below.position) + ")";
    }
    out += "\n";
    for (const EpsilonFreeItem& item : engine.automaton().kernel(node.state)) {
      if (item.rule < epsilon_free.rules.size()) {
        out += "    " + display.dotted(epsilon_free, item.rule, item.dot) + "\n";
      }
    }
  }
  return out;
}

}  // namespace grabr
