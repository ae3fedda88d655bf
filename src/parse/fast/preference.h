// Compares two derivations of one symbol over one span by the rule that parse/earley/choice.h
// documents, in the fast parser's representation.
#pragma once

#include <cstdint>
#include <span>

#include "parse/fast/derivation.h"
#include "parse/fast/stack_graph.h"

namespace grabr {

/// A derivation whose parts are graph edges; their own choices are made separately.
struct Contender {
  std::uint32_t rule = 0;
  std::uint32_t chain = 0;               ///< unit rules above it
  std::span<const std::uint32_t> edges;  ///< one per symbol of the rule
};

/// Is `a` preferred to `b`? Both derive the same symbol over `span`.
bool preferred(const Contender& a, const Contender& b, Span span, const EpsilonFreeGrammar& grammar,
               const Chains& chains, const StackGraph& graph);

}  // namespace grabr
