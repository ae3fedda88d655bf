// The forest of all derivations, read from a chart: which rules derive a symbol over a span, and
// how the parts of a rule may share the span. Nothing of it is stored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "parse/earley/chart.h"

namespace grabr {

class Forest {
 public:
  /// The chart must outlive this, must have accepted and must have kept all items.
  explicit Forest(const Chart& chart) : chart_(chart), sorted_(chart.size() + std::size_t{1}) {}

  const Chart& chart() const { return chart_; }
  const LoweredGrammar& grammar() const { return chart_.grammar(); }

  /// The rules by which the symbol derives begin … end, in the order of the grammar.
  std::vector<std::uint32_t> rules(LoweredId symbol, std::uint32_t begin, std::uint32_t end);
  /// The number in the chart of the item with which the symbol was first completed over the span.
  std::uint32_t first_completed(LoweredId symbol, std::uint32_t begin, std::uint32_t end);
  /// Where the part before the dot may begin if the rule began at `origin` and the part ends at
  /// `end`; ascending.
  std::vector<std::uint32_t> begins(std::uint32_t dotted, std::uint32_t origin, std::uint32_t end);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  const Chart& chart_;
  std::vector<std::vector<std::uint32_t>> sorted_;  // by set, once needed: its items, in order

  std::uint32_t find(std::uint32_t set, const Item& item);
};

/// The ways in which the parts of a rule may share a span: a graph from the span's beginning to its
/// end. An edge is a part from one place to another; a path gives each part its end.
class Splits {
 public:
  struct Edge {
    std::uint32_t from = 0, to = 0;
    std::uint32_t height = 0;  ///< set by order(): least height of a path that goes on with it
    std::uint64_t count = 0;   ///< for parse/ambiguity/counts.h
  };

  /// The rule must derive begin … end. Of edges from one place, the longest is first.
  Splits(Forest& forest, std::uint32_t rule, std::uint32_t begin, std::uint32_t end);

  /// From now on edges with lower heights come first. The height of a path is the largest of its
  /// edges, which are given by height(part, edge).
  template <class Height>
  void order(Height height);
  /// The height of the first path.
  std::uint32_t height() const { return edges_.empty() ? 0 : edges_[0].front().height; }

  std::uint32_t rule() const { return rule_; }
  /// The number of parts.
  std::uint32_t size() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::span<Edge> edges(std::uint32_t part) { return edges_[part]; }
  /// The edges of a part from a place, those to prefer first.
  std::span<const Edge> edges(std::uint32_t part, std::uint32_t from) const {
    const auto begin = std::ranges::lower_bound(edges_[part], from, {}, &Edge::from);
    return {begin, std::ranges::upper_bound(begin, edges_[part].end(), from, {}, &Edge::from)};
  }
  /// The ends of the parts on the first path.
  std::vector<std::uint32_t> first() const;
  /// Calls visit(ends) for all paths, in order, until it returns false.
  template <class Visit>
  void for_each(Visit visit) const;

 private:
  std::uint32_t rule_, begin_;
  std::vector<std::vector<Edge>> edges_;  // by part; by `from`, then as they are preferred
};

template <class Height>
void Splits::order(Height height) {
  for (std::uint32_t part = size(); part-- > 0;) {
    for (Edge& edge : edges_[part]) {
      edge.height = height(part, edge);
      if (part + 1 < size()) {
        edge.height = std::max(edge.height, edges(part + 1, edge.to).front().height);
      }
    }
    std::ranges::stable_sort(edges_[part], [](const Edge& a, const Edge& b) {
      return std::pair(a.from, a.height) < std::pair(b.from, b.height);
    });
  }
}

template <class Visit>
void Splits::for_each(Visit visit) const {
  std::vector<std::uint32_t> ends(size());
  std::vector<std::span<const Edge>> left;  // by part: the edges not yet taken
  const auto go_on = [&] {
    while (left.size() < size()) {
      const auto part = static_cast<std::uint32_t>(left.size());
      left.push_back(edges(part, part == 0 ? begin_ : ends[part - 1]));
      ends[part] = left.back().front().to;
    }
  };
  for (go_on(); visit(ends); go_on()) {
    while (!left.empty() && left.back().size() == 1) left.pop_back();
    if (left.empty()) return;
    left.back() = left.back().subspan(1);
    ends[left.size() - 1] = left.back().front().to;
  }
}

}  // namespace grabr
