// Directed graphs stored as arrays, and their strongly connected components.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace grabr {

class Digraph {
 public:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;  ///< from, to

  Digraph(std::uint32_t vertex_count, std::span<const Edge> edges);

  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(begin_.size() - 1); }
  std::span<const std::uint32_t> from(std::uint32_t vertex) const {
    return {targets_.data() + begin_[vertex], begin_[vertex + 1] - begin_[vertex]};
  }

 private:
  std::vector<std::uint32_t> begin_;  // by vertex: its edges in targets_; one entry more
  std::vector<std::uint32_t> targets_;
};

/// Sets of mutually reachable vertices. A component's number is higher than those of all components
/// it leads to.
class Components {
 public:
  explicit Components(const Digraph& graph);

  std::uint32_t count() const { return static_cast<std::uint32_t>(begin_.size() - 1); }
  std::uint32_t of(std::uint32_t vertex) const { return of_[vertex]; }
  std::span<const std::uint32_t> members(std::uint32_t component) const {
    return {members_.data() + begin_[component], begin_[component + 1] - begin_[component]};
  }

 private:
  std::vector<std::uint32_t> of_;
  std::vector<std::uint32_t> members_;  // by component, then ascending
  std::vector<std::uint32_t> begin_{0};
};

}  // namespace grabr
