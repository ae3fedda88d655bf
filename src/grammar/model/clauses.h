// A grammar's rules flattened into short clauses, for fixpoints: `head ⇐ all of parts`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// A symbol's id, or, from the number of symbols on, a nested part of a rule.
using Vertex = std::uint32_t;

struct Clause {
  Vertex head = 0;
  std::uint32_t first_part = 0;   ///< into the system's `parts`
  std::uint32_t part_count = 0;
  std::uint32_t alternative = 0;  ///< of the rule; 0 for a nested part
};

/// Several clauses of one head are alternatives (OR), the parts of one clause stand in a row (AND).
struct ClauseSystem {
  std::uint32_t symbol_count = 0;
  std::uint32_t vertex_count = 0;
  std::vector<Clause> clauses;
  std::vector<Vertex> parts;
  /// Clauses that a vertex is part of, once for each time: used_in[use_begin[v] … use_begin[v+1]).
  std::vector<std::uint32_t> use_begin;
  std::vector<std::uint32_t> used_in;

  std::span<const Vertex> parts_of(const Clause& clause) const {
    return {parts.data() + clause.first_part, clause.part_count};
  }
  std::span<const std::uint32_t> uses_of(Vertex vertex) const {
    return {used_in.data() + use_begin[vertex], use_begin[vertex + 1] - use_begin[vertex]};
  }
};

ClauseSystem flatten(const Grammar& grammar);

/// The least set that contains `known` and every head with a clause whose parts are all in the set.
/// `known` is indexed by vertex.
std::vector<bool> least_fixpoint(const ClauseSystem& system, std::vector<bool> known);

}  // namespace grabr
