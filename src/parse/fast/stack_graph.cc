#include "parse/fast/stack_graph.h"

#include <algorithm>

namespace grabr {

void StackGraph::clear() {
  nodes_.clear();
  edges_.clear();
  reaches_.clear();
  reached_.clear();
  reach_of_.clear();
  reached_before_ = 0;
  segments_.clear();
  on_demand_ = {};
}

void StackGraph::forget_reaches_if_many() {
  const std::size_t at_one_position = reached_.size() - reached_before_;
  if (reached_.size() > std::max(kMaxReachedKept, kMaxPositionsKept * at_one_position)) {
    reaches_.clear();
    reached_.clear();
    reach_of_.clear();
  }
  reached_before_ = reached_.size();
}

void StackGraph::release() {
  clear();
  nodes_ = {};
  edges_ = {};
  reaches_ = {};
  reached_ = {};
  reach_of_ = {};
  seen_ = {};
}

StackGraph::NodeId StackGraph::add_node(State state, std::uint32_t position) {
  nodes_.push_back({state & Node::kStateBits, true, position, kNone, kNone});
  return static_cast<NodeId>(nodes_.size() - 1);
}

StackGraph::EdgeId StackGraph::add_edge(NodeId from, NodeId to, std::uint32_t label) {
  const auto id = static_cast<EdgeId>(edges_.size());
  Node& node = nodes_[from];
  node.linear = node.first_edge == kNone && nodes_[to].linear;
  edges_.push_back({from, to, node.first_edge, label});
  node.first_edge = id;
  return id;
}

StackGraph::NodeId StackGraph::node_of_entry(std::uint32_t index) {
  const auto above = std::upper_bound(
      segments_.begin(), segments_.end(), index,
      [](std::uint32_t i, const std::pair<std::uint32_t, NodeId>& s) { return i < s.first; });
  if (above != segments_.begin() && std::prev(above)->first == index) {
    return std::prev(above)->second;
  }
  Node node;
  node.state = stack_.states[index] & Node::kStateBits;
  node.position = stack_.positions[index];
  node.stack_index = index;
  node.linear = above == segments_.begin() || nodes_[std::prev(above)->second].linear;
  nodes_.push_back(node);
  on_demand_.nodes = nodes_.size();
  return static_cast<NodeId>(nodes_.size() - 1);
}

StackGraph::EdgeId StackGraph::first_edge(NodeId id) {
  const std::uint32_t index = nodes_[id].stack_index;
  if (nodes_[id].first_edge == kNone && index != kNone && index != 0) {
    const NodeId below = node_of_entry(index - 1);
    add_edge(id, below, stack_.labels[index]);
    on_demand_.edges = edges_.size();
  }
  return nodes_[id].first_edge;
}

std::span<const StackGraph::Reached> StackGraph::reach(NodeId from, std::uint32_t count) {
  std::uint32_t nearest = count;
  std::uint32_t known = kNone;
  while (nearest > 0 && (known = reach_of_.get(from, nearest)) == kNone) --nearest;
  for (std::uint32_t k = nearest + 1; k <= count; ++k) known = add_reach(from, k, known);
  return {reached_.data() + reaches_[known].first, reaches_[known].size};
}

/// Goes one edge back from all nodes `count - 1` edges back.
std::uint32_t StackGraph::add_reach(NodeId from, std::uint32_t count, std::uint32_t nearer) {
  const auto first = static_cast<std::uint32_t>(reached_.size());
  seen_.clear();
  const auto step_from = [&](NodeId node, std::uint32_t way) {
    for (EdgeId e = first_edge(node); e != kNone; e = edges_[e].next) {
      const NodeId to = edges_[e].to;
      std::uint32_t& seen_at = seen_.at(to, 0);
      if (seen_at == LevelMap::kNone) {
        seen_at = static_cast<std::uint32_t>(reached_.size());
        reached_.push_back({to, e, way});
        continue;
      }
      // Two ways to one node differ in where its first symbol ends.
      Reached& other = reached_[seen_at];
      const std::uint32_t other_end = nodes_[edges_[other.edge].from].position;
      if (nodes_[node].position > other_end) {
        other.edge = e;
        other.nearer = way;
      }
    }
  };
  if (count == 1) {
    step_from(from, kNone);
  } else {
    const Reach before = reaches_[nearer];
    for (std::uint32_t i = before.first; i < before.first + before.size; ++i) {
      step_from(reached_[i].node, i);
    }
  }
  const auto size = static_cast<std::uint32_t>(reached_.size()) - first;
  const auto place = static_cast<std::uint32_t>(reaches_.size());
  reaches_.push_back({first, size});
  reach_of_.at(from, count) = place;
  return place;
}

std::size_t StackGraph::memory_bytes() const {
  return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge) +
         reaches_.size() * sizeof(Reach) + reached_.size() * sizeof(Reached);
}

std::size_t StackGraph::buffer_bytes() const {
  return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) +
         reaches_.capacity() * sizeof(Reach) + reached_.capacity() * sizeof(Reached);
}

}  // namespace grabr
