// A graph-structured stack: the chart where it is not a simple stack.
//
// A node is an automaton state (a set of dotted rules) at a position, unique there; an edge leads
// to a node where the state's last symbol began and carries that symbol's derivation. In Earley's
// terms: a completed rule A → X Y Z at a node is completed by walking three edges back and making
// the transition over A there. Grammars have no empty rules, so an edge always leads to an earlier
// position: once a position is done, its nodes and edges never change, and the sets of nodes k
// edges back can be cached (cf. Scott, Johnstone & Economopoulos, "BRNGLR: a cubic Tomita-style GLR
// parsing algorithm", 2007). That keeps dense ambiguity cubic.
//
// Below the graph is the deterministic stack. Its entries become nodes when a walk reaches them.
// Tested by tests/agreement against the textbook chart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "parse/fast/derivation.h"
#include "parse/fast/level_map.h"
#include "parse/lr/automaton.h"
#include "text/memory.h"

namespace grabr {

/// Entries of the deterministic stack, bottom first. Entry 0 is the start state.
struct ParseStack {
  LargeArray<State> states;
  LargeArray<std::uint32_t> labels;     ///< PartRef words: the symbol's derivation
  LargeArray<std::uint32_t> positions;  ///< where the symbol ended

  void resize(std::size_t size) {
    states.resize_unset(size);
    labels.resize_unset(size);
    positions.resize_unset(size);
  }
  std::size_t size() const { return states.size(); }
};

class StackGraph {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  using NodeId = std::uint32_t;
  using EdgeId = std::uint32_t;

  struct Node {
    static constexpr State kStateBits = ~State{0} >> 1;

    State state : 31 = 0;
    bool linear : 1 = true;  ///< a single path leads from here to the stack's bottom
    std::uint32_t position = 0;
    EdgeId first_edge = kNone;
    std::uint32_t stack_index = kNone;  ///< its stack entry; the edge is made on demand
  };
  struct Edge {
    NodeId from = 0;
    NodeId to = 0;
    EdgeId next = kNone;  ///< another edge of the same node
    std::uint32_t label = 0;
  };
  /// A node some edges back, and the path to it.
  struct Reached {
    NodeId node = 0;
    EdgeId edge = kNone;           ///< the last edge of the path
    std::uint32_t nearer = kNone;  ///< the step before it, an index for reached()
  };

  explicit StackGraph(const ParseStack& stack) : stack_(stack) {}

  /// Drops all contents but keeps the buffers.
  void clear();
  /// Frees the buffers of a large graph.
  void release();
  bool empty() const { return nodes_.empty(); }

  /// The node of a stack entry. Entries from the last segment's base upwards belong to that
  /// segment.
  NodeId node_of_entry(std::uint32_t index);
  /// From `index` on, the stack's entries are above `node`, with nothing below it.
  void begin_segment(std::uint32_t index, NodeId node) { segments_.push_back({index, node}); }
  void end_segment() { segments_.pop_back(); }
  /// Base of the last segment and its node; {0, kNone} if there is none.
  std::pair<std::uint32_t, NodeId> segment() const {
    return segments_.empty() ? std::pair<std::uint32_t, NodeId>{0, kNone} : segments_.back();
  }
  /// True for entries of the oldest part of the stack.
  bool at_bottom(std::uint32_t index) const {
    return segments_.empty() || index < segments_.front().first;
  }

  NodeId add_node(State state, std::uint32_t position);
  EdgeId add_edge(NodeId from, NodeId to, std::uint32_t label);
  const Node& node(NodeId id) const { return nodes_[id]; }
  const Edge& edge(EdgeId id) const { return edges_[id]; }
  void set_label(EdgeId id, std::uint32_t label) { edges_[id].label = label; }
  struct Size {
    std::size_t nodes = 0, edges = 0;
  };
  Size size() const { return {nodes_.size(), edges_.size()}; }
  /// Drops the nodes and edges above these sizes, except for those made on demand. They must belong
  /// to one position.
  void shrink_to(Size size) {
    nodes_.resize(std::max(size.nodes, on_demand_.nodes));
    edges_.resize(std::max(size.edges, on_demand_.edges));
  }
  /// First edge of a node, created if it is still on the stack; kNone at the bottom.
  EdgeId first_edge(NodeId id);

  /// The nodes `count` edges behind `from`, each once, reached by the path whose symbols are
  /// longest, compared from the first symbol on. The position of `from` must be done.
  std::span<const Reached> reach(NodeId from, std::uint32_t count);
  const Reached& reached(std::uint32_t index) const { return reached_[index]; }
  /// Call between two positions: drops the cache of reach() if it is much larger than one position
  /// needs.
  void forget_reaches_if_many();

  std::size_t memory_bytes() const;
  std::size_t buffer_bytes() const;  ///< bytes in the buffers that clear() keeps

 private:
  /// The range in reached_ of the nodes that reach() found.
  struct Reach {
    std::uint32_t first, size;
  };

  static constexpr std::size_t kMaxReachedKept = 1 << 16;
  static constexpr std::size_t kMaxPositionsKept = 16;  // cached positions to keep

  std::uint32_t add_reach(NodeId from, std::uint32_t count, std::uint32_t nearer);

  const ParseStack& stack_;
  Size on_demand_;  // when the last node or edge was made for an entry of the stack
  LargeArray<Node> nodes_;
  LargeArray<Edge> edges_;
  LargeArray<Reach> reaches_;
  LargeArray<Reached> reached_;
  LevelMap reach_of_;               // (node, edges back) → its cached set, an index of reaches_
  std::size_t reached_before_ = 0;  // size of reached_ at the beginning of the position
  std::vector<std::pair<std::uint32_t, NodeId>> segments_;
  LevelMap seen_;  // (node, 0) → its index in the reach set being made
};

}  // namespace grabr
