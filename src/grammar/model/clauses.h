// Flattens a grammar's rules into short clauses `head ⇐ all of parts`, for fixpoint computations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// A symbol's id or, from the number of symbols upwards, a nested part of a rule.
using Vertex = std::uint32_t;

struct Clause {
  Vertex head = 0;
  std::uint32_t first_part = 0;  ///< index into the system's `parts`
  std::uint32_t part_count = 0;
  std::uint32_t alternative = 0;  ///< alternative of the rule; 0 for a nested part
};

/// Clauses with the same head are alternatives (OR); the parts of a clause form a sequence (AND).
struct ClauseSystem {
  std::uint32_t symbol_count = 0;
  std::uint32_t vertex_count = 0;
  std::vector<Clause> clauses;
  std::vector<Vertex> parts;
  /// Clauses that contain a vertex, once per occurrence: used_in[use_begin[v] … use_begin[v+1]).
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

/// The least set that contains `known` (indexed by vertex) and every head that has a clause whose
/// parts are all in the set.
std::vector<bool> least_fixpoint(const ClauseSystem& system, std::vector<bool> known);

}  // namespace grabr
