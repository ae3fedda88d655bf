// Which of two derivations of one symbol over one span is chosen: the rule that parse/earley/choice.h
// documents, for derivations as the fast parser holds them.
#pragma once

#include <cstdint>
#include <span>

#include "parse/fast/derivation.h"
#include "parse/fast/stack_graph.h"

namespace grabr {

/// A derivation whose parts are edges of the graph: their choices are made for themselves.
struct Contender {
  std::uint32_t rule = 0;
  std::uint32_t chain = 0;               ///< unit rules on top of it
  std::span<const std::uint32_t> edges;  ///< one for each symbol of the rule
};

/// Is `a` to be chosen rather than `b`? Both derive the same symbol over `span`.
bool preferred(const Contender& a, const Contender& b, Span span, const Plain& grammar,
               const Chains& chains, const StackGraph& graph);

}  // namespace grabr
