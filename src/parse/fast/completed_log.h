// Translates the fast engine's completed rules into terms of the lowered grammar.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/earley/completions.h"
#include "parse/fast/engine.h"

namespace grabr {

/// `terminals` are the tokens read, as lowered ids. Rules that derive the empty string are
/// completed at every position, optional parts wherever their contents are.
Completions completions_of(const EpsilonFreeGrammar& grammar, LoweredId start,
                           std::span<const LoweredId> terminals,
                           std::span<const Engine::Completion> log);

}  // namespace grabr
