#include "parse/fast/stack_graph.h"

#include <algorithm>

namespace grabr {

void StackGraph::clear() {
  nodes_.clear();
  edges_.clear();
  reaches_.clear();
  reached_.clear();
  forgotten_ = 0;
  reached_before_ = 0;
  segments_.clear();
}

void StackGraph::forget_reaches_if_many() {
  const std::size_t at_one_position = reached_.size() - reached_before_;
  if (reached_.size() > std::max(kManyReached, kManyPositions * at_one_position)) {
    forgotten_ += static_cast<std::uint32_t>(reaches_.size());
    reaches_.clear();
    reached_.clear();
  }
  reached_before_ = reached_.size();
}

void StackGraph::release() {
  clear();
  // Not `= {}`, which keeps the capacity.
  nodes_ = std::vector<Node>();
  edges_ = std::vector<Edge>();
  reaches_ = std::vector<Reach>();
  reached_ = std::vector<Reached>();
  seen_in_ = std::vector<std::uint32_t>();
  seen_at_ = std::vector<std::uint32_t>();
}

StackGraph::NodeId StackGraph::add_node(State state, std::uint32_t position) {
  nodes_.push_back({state, position, kNone, kNone, kNone, true});
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
  node.state = stack_.states[index];
  node.position = stack_.positions[index];
  node.stack_index = index;
  node.linear = above == segments_.begin() || nodes_[std::prev(above)->second].linear;
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

StackGraph::EdgeId StackGraph::first_edge(NodeId id) {
  const std::uint32_t index = nodes_[id].stack_index;
  if (nodes_[id].first_edge == kNone && index != kNone && index != 0) {
    const NodeId below = node_of_entry(index - 1);
    add_edge(id, below, stack_.labels[index]);
  }
  return nodes_[id].first_edge;
}

const StackGraph::Reach* StackGraph::known_reach(NodeId from, std::uint32_t count) const {
  for (std::uint32_t r = nodes_[from].first_reach; r != kNone && r >= forgotten_;) {
    const Reach& reach = reaches_[r - forgotten_];
    if (reach.count == count) return &reach;
    r = reach.next;
  }
  return nullptr;
}

std::span<const StackGraph::Reached> StackGraph::reach(NodeId from, std::uint32_t count) {
  const Reach* known = known_reach(from, count);
  if (known == nullptr) {
    std::uint32_t nearest = count;
    while (nearest > 0 && known_reach(from, nearest) == nullptr) --nearest;
    std::uint32_t previous = kNone;
    if (nearest > 0) {
      previous = static_cast<std::uint32_t>(known_reach(from, nearest) - reaches_.data());
    }
    for (std::uint32_t k = nearest + 1; k <= count; ++k) previous = add_reach(from, k, previous);
    known = &reaches_[previous];
  }
  return {reached_.data() + known->first, known->size};
}

/// Goes one edge further back from all nodes `count - 1` edges back.
std::uint32_t StackGraph::add_reach(NodeId from, std::uint32_t count, std::uint32_t nearer) {
  const auto first = static_cast<std::uint32_t>(reached_.size());
  if (++round_ == 0) {
    std::fill(seen_in_.begin(), seen_in_.end(), 0);
    round_ = 1;
  }
  const auto step_from = [&](NodeId node, std::uint32_t way) {
    for (EdgeId e = first_edge(node); e != kNone; e = edges_[e].next) {
      const NodeId to = edges_[e].to;
      if (seen_in_.size() <= to) {
        seen_in_.resize(to + 1 + to / 2);
        seen_at_.resize(seen_in_.size());
      }
      if (seen_in_[to] != round_) {
        seen_in_[to] = round_;
        seen_at_[to] = static_cast<std::uint32_t>(reached_.size());
        reached_.push_back({to, e, way});
        continue;
      }
      // Two paths to one node differ in where its first symbol ends.
      Reached& other = reached_[seen_at_[to]];
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
  reaches_.push_back({count, first, size, nodes_[from].first_reach});
  const auto place = static_cast<std::uint32_t>(reaches_.size() - 1);
  nodes_[from].first_reach = forgotten_ + place;
  return place;
}

std::size_t StackGraph::memory_bytes() const {
  return nodes_.size() * (sizeof(Node) + 2 * sizeof(std::uint32_t)) +
         edges_.size() * sizeof(Edge) + reaches_.size() * sizeof(Reach) +
         reached_.size() * sizeof(Reached);
}

std::size_t StackGraph::buffer_bytes() const {
  return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) +
         reaches_.capacity() * sizeof(Reach) + reached_.capacity() * sizeof(Reached) +
         2 * seen_in_.capacity() * sizeof(std::uint32_t);
}

}  // namespace grabr
