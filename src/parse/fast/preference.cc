#include "parse/fast/preference.h"

#include <cstddef>

namespace grabr {
namespace {

/// One rule of a contender: an outer unit rule or, if `edges` is set, its innermost rule.
struct Level {
  std::uint32_t rule;
  std::span<const std::uint32_t> edges;
};

/// Compares forms of one lowered rule, or splits of one form: longest first part, then longest
/// second part, and so on; an absent part is empty.
bool longer_parts_first(const Level& a, const Level& b, Span span,
                        const EpsilonFreeGrammar& grammar, const StackGraph& graph) {
  const auto slots_a = grammar.slots_of(a.rule);
  const auto slots_b = grammar.slots_of(b.rule);
  const auto end_of = [&](const Level& level, std::uint32_t slot, std::uint32_t before) {
    if (slot == EpsilonFreeGrammar::kAbsent) return before;
    if (level.edges.empty()) return span.end;
    return graph.node(graph.edge(level.edges[slot]).from).position;
  };
  std::uint32_t end_a = span.begin;
  std::uint32_t end_b = span.begin;
  for (std::size_t i = 0; i < slots_a.size(); ++i) {
    end_a = end_of(a, slots_a[i], end_a);
    end_b = end_of(b, slots_b[i], end_b);
    if (end_a != end_b) return end_a > end_b;
  }
  return false;
}

}  // namespace

bool preferred(const Contender& a, const Contender& b, Span span, const EpsilonFreeGrammar& grammar,
               const Chains& chains, const StackGraph& graph) {
  std::uint32_t chain_a = a.chain;
  std::uint32_t chain_b = b.chain;
  for (;;) {
    const Level level_a = chain_a != 0 ? Level{chains[chain_a].rule, {}} : Level{a.rule, a.edges};
    const Level level_b = chain_b != 0 ? Level{chains[chain_b].rule, {}} : Level{b.rule, b.edges};
    const std::uint32_t rank_a = grammar.rules[level_a.rule].rank;
    const std::uint32_t rank_b = grammar.rules[level_b.rule].rank;
    if (rank_a != rank_b) return rank_a < rank_b;
    if (level_a.rule != level_b.rule || chain_a == 0 || chain_b == 0) {
      return longer_parts_first(level_a, level_b, span, grammar, graph);
    }
    chain_a = chains[chain_a].inner;
    chain_b = chains[chain_b].inner;
  }
}

}  // namespace grabr
